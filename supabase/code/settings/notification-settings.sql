create policy notification_settings_all on public.notification_settings for all to authenticated
  using (user_id = (select auth.uid()))
  with check (
    app.permit(user_id = (select auth.uid()), 'You can change only your own settings.',
      'Send your own id as user_id.')
  );
grant select, delete on public.notification_settings to authenticated, service_role;
grant insert (user_id, email, sound, messages, job_updates, payments),
  update (user_id, email, sound, messages, job_updates, payments)
  on public.notification_settings to authenticated, service_role;
