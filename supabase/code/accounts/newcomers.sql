-- A user without a role sees no other users, and only admins see this user.

-- The view leaves out unconfirmed accounts, because anybody can sign up with a stranger's address.
create view app.newcomers with (security_invoker = true) as
  select u.id, c.email, c.phone, left(app.trimmed(u.raw_user_meta_data ->> 'full_name'), 200) as full_name,
         coalesce(u.created_at, now()) as created_at, c.banned_until
  from app.contacts c join auth.users u on u.id = c.user_id
  -- A user without a role has an empty search text, so this condition can use a partial index.
  where c.search_text = '' and u.deleted_at is null
    and coalesce(u.email_confirmed_at, u.phone_confirmed_at) is not null
    and not exists (select from public.profiles p where p.id = u.id);
comment on view app.newcomers is 'Self-registered users who confirmed an email or a phone and have no role yet.';

create function app.admin_newcomers()
returns table (
  id uuid, email text, phone text, full_name text, created_at timestamptz, banned_until timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select * from app.newcomers where (select app.require_admin())
$$;

create view public.admin_newcomers with (security_invoker = true) as
  select id, email, phone, full_name, created_at, banned_until
  from app.admin_newcomers() where (select app.require_admin());
comment on view public.admin_newcomers is
  'Self-registered users who confirmed an email or a phone and have no role yet. For admins.';
grant select on public.admin_newcomers to authenticated, service_role;

-- Returns at most 101 rows, where the 101st row shows that there are more than 100 users.
create function app.unbanned_newcomers() returns table (id uuid, address text, full_name text, since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select n.id, coalesce(n.email, '+' || n.phone), coalesce(n.full_name, n.email, '+' || n.phone), n.created_at
  from app.newcomers n
  where (select app.is_admin()) and coalesce(n.banned_until <= now(), true)
  order by n.created_at desc, n.id limit 101
$$;

-- Existing sessions continue, because a user without a role has no rights to lose.
create function app.admin_admit(account uuid, new_role text, full_name text, company_name text, reason text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  trimmed_name text := app.trimmed(full_name);
  company text := app.trimmed(company_name);
begin
  perform app.begin_admin_action();
  perform app.require_other_user(account);
  if new_role is null or new_role not in ('facility', 'contractor', 'consultant') then
    perform app.refuse(400, 'role_not_for_newcomers', 'New sign-ups cannot get this role.',
      'Choose facility, contractor or consultant.');
  end if;
  perform app.check_text('The name', trimmed_name, 200, true);
  perform app.check_text('The company', company, 200, true);
  if exists (select from public.profiles p where p.id = account) then
    perform app.refuse(409, 'person_has_role', 'This user already has a role.',
      'Another admin may have given it. Find the user in the list of users.');
  end if;
  if not exists (select from app.newcomers n where n.id = account) then
    perform app.refuse(404, 'person_unknown', 'This user was not found.', 'Find the user in the list of users.');
  end if;
  perform app.require_no_ban(account);
  perform app.give_first_role(account, new_role);
  update public.profiles p
    set full_name = trimmed_name, company_name = company, username = app.slug(trimmed_name)
    where p.id = account;
  -- Write the audit entry last, because its search text contains the user's new name.
  perform app.audit('admit', account::text, app.check_reason(reason), (
    select jsonb_strip_nulls(
      jsonb_build_object('role', new_role, 'phone', case when c.email is null then '+' || c.phone end)
    )
    from app.contacts c where c.user_id = account
  ));
end
$$;

select app.expose(
  'admin_admit(user_id uuid, role text, full_name text, company_name text, reason text)',
  'Makes a self-registered user a facility, a contractor or a consultant. For admins.'
);

grant execute on function app.admin_newcomers(), app.unbanned_newcomers() to authenticated, service_role;
