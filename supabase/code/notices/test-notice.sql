create function app.send_test_notice() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  sends_email boolean;
  test_id uuid;
begin
  if app.my_role() is null then
    perform app.refuse(403, '42501', 'Your account has no role yet.', 'Contact an admin to get one.');
  end if;
  perform app.lock_action('test_notices');
  insert into public.notices (recipient_id, kind, source_id)
    values (auth.uid(), 'test', gen_random_uuid()) returning id into test_id;
  perform app.check_limit('test_notices', array(
    select created_at from public.notices
    where recipient_id = auth.uid() and kind = 'test' and created_at > now() - app.limit_window('test_notices')
    order by created_at desc
  ));
  sends_email := coalesce((select email from public.notification_settings where user_id = auth.uid()), true);
  perform app.create_notification_email(auth.uid(), array[test_id], true) where sends_email;
  return sends_email;
end
$$;

select app.expose(
  'send_test_notice()',
  'Sends the caller a test notice. Returns true if it also goes out by email.',
  'authenticated'
);
