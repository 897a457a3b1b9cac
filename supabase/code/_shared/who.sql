-- Who is asking. The role comes from the profile, never from the token.

create function app.my_role() returns text
language sql stable security definer set search_path = ''
as $$
  select role from public.profiles where id = auth.uid()
$$;

-- Who asks, where that is their role: whose it is and as what in one, for policies and for what tells of them.
create function app.me_as(wanted text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.profiles where id = auth.uid() and role = wanted
$$;

-- Admins need their second factor where the setting says so.
create function app.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    app.my_role() = 'admin'
      and (app.setting('require_admin_mfa') = 'off' or auth.jwt() ->> 'aal' = 'aal2'),
    false
  )
$$;

-- The server itself: its own key, a migration, the seed. Unlike current_user the setting does not
-- change inside a definer.
create function app.is_server() returns boolean
language sql stable set search_path = ''
as $$
  select current_setting('role') not in ('anon', 'authenticated')
$$;

-- True in a trigger when the person's own statement fired it, and not a definer's.
create function app.is_direct() returns boolean
language sql stable set search_path = ''
as $$
  select current_user in ('anon', 'authenticated')
$$;

create function app.require_role(wanted text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if not app.is_server() and app.my_role() is distinct from wanted then
    perform app.refuse(403, '42501', format('This is for the role %s.', wanted),
      'Sign in with an account of that role.');
  end if;
  return true;
end
$$;

create function app.require_admin() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if not app.is_server() and not app.is_admin() then
    perform app.refuse(403, '42501', 'This is for admins.',
      'Sign in as an admin, with your second factor where it is required.');
  end if;
  return true;
end
$$;

grant execute on function
  app.my_role(), app.me_as(text), app.is_admin(), app.is_server(), app.is_direct(), app.require_role(text),
  app.require_admin()
  to authenticated, service_role;

-- Who is kept out at the moment: nothing new begins with them, and what there is stays to be seen.
create function app.banned_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select user_id from app.contacts where banned_until > now()
$$;
grant execute on function app.banned_ids() to authenticated, service_role;

-- A facility is known by its company, everybody else by their own name: the same wherever they are listed.
create function app.shown_name(person public.profiles) returns text
language sql immutable set search_path = ''
as $$
  select case
    when person.role = 'facility' then coalesce(person.company_name, person.full_name, person.username)
    else coalesce(person.full_name, person.username, person.company_name)
  end
$$;
grant execute on function app.shown_name(public.profiles) to authenticated, service_role;
