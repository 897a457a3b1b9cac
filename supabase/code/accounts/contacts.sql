create policy contacts_select on app.contacts for select to authenticated
  using (user_id = (select auth.uid()) or (select app.is_admin()));
grant select on app.contacts to authenticated, service_role;

create function public.email(profile public.profiles) returns text
language sql stable set search_path = ''
as $$
  select email from app.contacts where user_id = profile.id
$$;
comment on function public.email(public.profiles) is
  'The email of a user as a computed column: null except for that user and admins.';
grant execute on function public.email(public.profiles) to authenticated, service_role;

create view public.admin_user_list with (security_invoker = true) as
  select p.id, p.username, c.email, p.role, p.company_name, p.created_at, p.last_active_at,
         p.full_name, c.banned_until
  from public.profiles p left join app.contacts c on c.user_id = p.id
  where (select app.require_admin());
comment on view public.admin_user_list is 'All users who have a role, with the time until which they are banned. For admins.';
grant select on public.admin_user_list to authenticated, service_role;

-- The role is the last line, so that a search can leave it out.
create function app.search_text_of(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(concat_ws(e'\n', p.username, p.full_name, p.company_name, c.email, '+' || c.phone, p.role))
  from public.profiles p join app.contacts c on c.user_id = p.id
  where p.id = account
$$;

-- Locks the contact before reading the profile, so that the text includes changes by concurrent transactions.
create function app.tg_profiles__update_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from app.contacts where user_id = new.id for no key update;
  update app.contacts set search_text = app.search_text_of(new.id) where user_id = new.id;
  return null;
end
$$;

create trigger _300_update_search_text
  after insert or update of username, full_name, company_name, role on public.profiles
  for each row execute function app.tg_profiles__update_search_text();

create function app.tg_contacts__update_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update app.contacts set search_text = coalesce(app.search_text_of(new.user_id), '') where user_id = new.user_id;
  return null;
end
$$;

create trigger _300_update_search_text after update of email, phone on app.contacts
  for each row when ((new.email, new.phone) is distinct from (old.email, old.phone))
  execute function app.tg_contacts__update_search_text();
