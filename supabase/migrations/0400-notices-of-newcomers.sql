set local row_security = off;

-- Who waits for a role, and who has one now. Both follow no switch of a matter: Email alone decides about their mails.
insert into public.notice_kinds (name, template, title, reason, path) values
  ('newcomer_came', 'newcomer-came', 'Newcomers wait for a role', 'You are an admin.', '/admin/newcomers'),
  ('role_given', 'role-given', 'Your account has a role now', 'You came without one.', '{home}');
