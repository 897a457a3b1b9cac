set local row_security = off;

insert into public.notice_kinds (name, setting, template, title, reason, path, is_ahead, mail_pause) values
  ('account_created', null, 'account-created', 'Your account was created',
   'You have a new account.', '{home}', false, null),
  ('demo_requested', null, 'demo-requested', 'New demo requests',
   'You are an admin.', '/admin/demo-requests', false, interval '1 day');

-- How many requesters get an email that confirms the request, as "count/seconds". Operators can change it.
insert into private.settings (name, value) values ('limit_demo_emails', '20/3600');

create index demo_requests_email_idx on public.demo_requests (lower(email), created_at desc);
create index demo_requests_unhandled_idx on public.demo_requests (created_at) where not handled;
