-- These functions read the caller's role from the profile, never from the token.

create function app.my_role() returns text
language sql stable security definer set search_path = ''
as $$
  select role from public.profiles where id = auth.uid()
$$;

-- Returns the caller's id if the caller has this role. One comparison with this id checks both owner and role.
create function app.my_id_as(required_role text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.profiles where id = auth.uid() and role = required_role
$$;

-- An admin needs a second factor unless the setting require_admin_mfa is off.
create function app.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    app.my_role() = 'admin'
      and (app.setting('require_admin_mfa') = 'off' or auth.jwt() ->> 'aal' = 'aal2'),
    false
  )
$$;

-- Returns true unless a client runs the statement. Reads the setting `role`, because `current_user` is the owner in a
-- security definer function.
create function app.is_server() returns boolean
language sql stable set search_path = ''
as $$
  select current_setting('role') not in ('anon', 'authenticated')
$$;

-- Returns true in a trigger that the client's own statement fired, and false if a security definer function fired it.
create function app.is_direct() returns boolean
language sql stable set search_path = ''
as $$
  select current_user in ('anon', 'authenticated')
$$;

create function app.require_role(required_role text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if not app.is_server() and app.my_role() is distinct from required_role then
    perform app.refuse(403, '42501', format('Only users with the role %s can do this.', required_role),
      'Log in with an account that has this role.');
  end if;
  return true;
end
$$;

create function app.require_admin() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if not app.is_server() and not app.is_admin() then
    perform app.refuse(403, '42501', 'Only admins can do this.',
      'Log in as an admin, with two-factor authentication if it is required.');
  end if;
  return true;
end
$$;

grant execute on function
  app.my_role(), app.my_id_as(text), app.is_admin(), app.is_server(), app.is_direct(), app.require_role(text),
  app.require_admin()
  to authenticated, service_role;

-- Users cannot start anything new with these banned users, but existing rows stay visible.
create function app.banned_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from app.contacts where banned_until > now()
$$;
grant execute on function app.banned_ids() to authenticated, service_role;

-- Returns the name that lists show, which for a facility is the company.
create function app.display_name(profile public.profiles) returns text
language sql immutable set search_path = ''
as $$
  select case
    when profile.role = 'facility' then coalesce(profile.company_name, profile.full_name, profile.username)
    else coalesce(profile.full_name, profile.username, profile.company_name)
  end
$$;
grant execute on function app.display_name(public.profiles) to authenticated, service_role;
