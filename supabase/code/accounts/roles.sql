-- How a user gets a role. These functions do not check the caller; the functions that call them do.

create function app.note_role(person uuid, wanted text) returns void
language sql set search_path = ''
as $$
  update auth.users u
    set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object('role', wanted)
    where u.id = person
$$;

-- Creates the profile, notifies the user, and settles the notices of admins.
create function app.give_first_role(person uuid, wanted text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform app.note_role(person, wanted);
  perform app.add_person(u) from auth.users u where u.id = person;
  -- The operator informs users whose account the operator creates or confirms in the same transaction.
  perform app.notify('role_given', person, person, null, null, null)
    from auth.users u
    where u.id = person and coalesce(u.email_confirmed_at, u.phone_confirmed_at) < now();
  perform app.settle_newcomers();
end
$$;

create function app.give_role(person uuid, wanted text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.end_access(person);
  if not exists (select from public.profiles p where p.id = person) then
    perform app.give_first_role(person, wanted);
    return;
  end if;
  perform app.note_role(person, wanted);
  update public.profiles p
    set role = wanted, consultation_fee = case when wanted = 'consultant' then p.consultation_fee end
    where p.id = person;
  -- Only admins may know that users wait for a role, so a former admin's notice is settled, and its email with it.
  if wanted <> 'admin' then
    perform app.settle(person, person, array['newcomer_came']);
  end if;
end
$$;

-- Admins lift a ban before they give a first role. The operator's command makes this check itself.
create function app.require_no_ban(person uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from auth.users u where u.id = person and u.banned_until > now()) then
    perform app.refuse(409, 'person_banned', 'This user is banned.', 'Lift the ban first.');
  end if;
end
$$;

-- For the operator only: clients have no access to the schema private. Returns false, and changes nothing, if the
-- account is an admin already.
create function private.appoint_admin(account uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  before text;
begin
  perform pg_advisory_xact_lock(hashtextextended('admins', 3));
  perform app.lock_person(account);
  select p.role into before from public.profiles p where p.id = account;
  if before = 'admin' then
    return false;
  end if;
  perform app.audit('appoint_admin', account::text, null, jsonb_build_object('from', before));
  perform app.give_role(account, 'admin');
  -- Placeholders until they enter their name.
  update public.profiles p
    set full_name = coalesce(p.full_name, 'Admin'), username = coalesce(p.username, 'admin')
    where p.id = account;
  return true;
end
$$;
comment on function private.appoint_admin(uuid) is
  'Makes an account an admin. For the operator.';

create function private.has_admin() returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.profiles p join auth.users u using (id)
    where p.role = 'admin' and u.deleted_at is null
  )
$$;
