-- How a person comes by a role. Nobody is asked here who wants it: that is for those who call this.

create function app.note_role(person uuid, wanted text) returns void
language sql set search_path = ''
as $$
  update auth.users u
    set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object('role', wanted)
    where u.id = person
$$;

-- An account without a role becomes a person, is told so, and waits for no admin any more.
create function app.give_first_role(person uuid, wanted text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform app.note_role(person, wanted);
  perform app.add_person(u) from auth.users u where u.id = person;
  -- Whose account the operator makes or vouches for in the same transaction hears it from the operator.
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
  -- Who waits for a role is for admins alone to know, also by mail.
  if wanted <> 'admin' then
    perform app.settle(person, person, array['newcomer_came']);
  end if;
end
$$;

-- Admins lift a ban before they give a first role. The operator's command asks by itself.
create function app.require_no_ban(person uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from auth.users u where u.id = person and u.banned_until > now()) then
    perform app.refuse(409, 'person_banned', 'This person is banned.', 'Lift the ban first.');
  end if;
end
$$;

-- For whoever runs the installation, and for nobody who asks over the wire: private is closed to them.
-- False for one who is an admin already, to whom nothing is done.
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
  -- Until they say how they are called.
  update public.profiles p
    set full_name = coalesce(p.full_name, 'Admin'), username = coalesce(p.username, 'admin')
    where p.id = account;
  return true;
end
$$;
comment on function private.appoint_admin(uuid) is
  'Makes an account an admin, on the word of whoever runs the installation.';

create function private.has_admin() returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.profiles p join auth.users u using (id)
    where p.role = 'admin' and u.deleted_at is null
  )
$$;
