-- Does the work of the triggers after an import, which loads rows while triggers are off. Also cancels notification
-- emails that were pending in the old project.
create function private.finish_import() returns void
language plpgsql set search_path = ''
as $$
begin
  insert into app.contacts (user_id, email, phone, banned_until)
    select u.id, u.email, u.phone, u.banned_until from auth.users u
    on conflict (user_id) do update
      set email = excluded.email, phone = excluded.phone, banned_until = excluded.banned_until;
  perform app.create_profile(u) from auth.users u
    where u.deleted_at is null and not exists (select from public.profiles p where p.id = u.id);
  insert into public.notification_settings (user_id)
    select p.id from public.profiles p
    on conflict do nothing;
  update app.contacts c set search_text = coalesce(app.search_text_of(c.user_id), '');
  update app.audit_log e set search_text = app.audit_search_text(e.id) where e.search_text = '';
  update public.notices set mail_at = null where mail_at is not null;
  perform private.recount();
end
$$;
comment on function private.finish_import() is
  'Called once after an import, which loads rows while the triggers of their tables are off.';
