create policy contacts_select on app.contacts for select to authenticated
  using (user_id = (select auth.uid()) or (select app.is_admin()));
grant select on app.contacts to authenticated, service_role;

create function public.email(person public.profiles) returns text
language sql stable set search_path = ''
as $$
  select email from app.contacts where user_id = person.id
$$;
comment on function public.email(public.profiles) is
  'A person''s address as a computed column: null for everybody but that person and admins.';
grant execute on function public.email(public.profiles) to authenticated, service_role;

create view public.admin_user_list with (security_invoker = true) as
  select p.id, p.username, c.email, p.role, p.company_name, p.created_at, p.last_active_at
  from public.profiles p left join app.contacts c on c.user_id = p.id
  where (select app.require_admin());
comment on view public.admin_user_list is 'Everybody, for admins.';
grant select on public.admin_user_list to authenticated, service_role;
