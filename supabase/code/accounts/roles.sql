-- The functions in this file do not check the caller.

create function app.set_role_metadata(account uuid, new_role text) returns void
language sql set search_path = ''
as $$
  update auth.users u
    set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object('role', new_role)
    where u.id = account
$$;

-- Creates the profile, notifies the user, and marks the admins' notices as read if nobody else waits.
create function app.give_first_role(account uuid, new_role text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform app.set_role_metadata(account, new_role);
  perform app.create_profile(u) from auth.users u where u.id = account;
  -- Users whose account is created or confirmed in this transaction get no notice, because the operator informs them.
  perform app.notify('role_given', account, account, null, null, null)
    from auth.users u
    where u.id = account and coalesce(u.email_confirmed_at, u.phone_confirmed_at) < now();
  perform app.mark_newcomer_notices_read();
end
$$;

create function app.give_role(account uuid, new_role text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.end_access(account);
  if not exists (select from public.profiles p where p.id = account) then
    perform app.give_first_role(account, new_role);
    return;
  end if;
  perform app.set_role_metadata(account, new_role);
  update public.profiles p
    set role = new_role, consultation_fee = case when new_role = 'consultant' then p.consultation_fee end
    where p.id = account;
  -- Only admins may know that users wait for a role. Marking the notice as read also cancels its email.
  if new_role <> 'admin' then
    perform app.mark_read(account, account, array['newcomer_came']);
  end if;
end
$$;

-- Refuses to give a banned user a first role.
create function app.require_no_ban(account uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from auth.users u where u.id = account and u.banned_until > now()) then
    perform app.refuse(409, 'person_banned', 'This user is suspended.', 'Lift the suspension first.');
  end if;
end
$$;

-- Returns false if the account is an admin already.
create function private.appoint_admin(account uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  before text;
begin
  perform pg_advisory_xact_lock(hashtextextended('admins', 3));
  perform app.lock_user(account);
  select p.role into before from public.profiles p where p.id = account;
  if before = 'admin' then
    return false;
  end if;
  perform app.audit('appoint_admin', account::text, null, jsonb_build_object('from', before));
  perform app.give_role(account, 'admin');
  -- Use placeholders until the admin enters a name.
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
