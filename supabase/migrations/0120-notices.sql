set local row_security = off;

create table public.notice_kinds (
  name text primary key check (length(name) between 1 and 50),
  -- The preference that has to be on. Null for notices that no preference turns off.
  setting text check (setting in ('messages', 'job_updates', 'payments')),
  -- A file of supabase/templates/notification-emails: the text of its email.
  template text not null check (length(template) between 1 and 50),
  title text not null check (length(title) between 1 and 200),
  reason text not null check (length(reason) between 1 and 200),
  path text not null check (length(path) between 1 and 200),
  is_ahead boolean not null default false,
  mail_pause interval
);

alter table public.notice_kinds enable row level security, force row level security;

comment on table public.notice_kinds is
  'The kinds of notices: the preference that each follows, the template of its email, its title, the reason to get it, '
  'and the screen that it opens. With is_ahead it is about a coming consultation, and no email is sent after that '
  'begins. mail_pause is the shortest time between two emails of kinds that strangers can cause. A new kind is a row '
  'here and a template. All users read it, and only migrations change it.';

insert into public.notice_kinds (name, setting, template, title, reason, path, is_ahead, mail_pause) values
  ('bid_received', 'job_updates', 'bid-received', '{who} bid {amount} on {subject}',
   'You posted this job.', '/facility-dashboard?view=bids', false, null),
  ('bid_accepted', 'job_updates', 'bid-accepted', 'Your bid on {subject} was accepted',
   'You bid on this job.', '/contractor-dashboard', false, null),
  ('bid_rejected', 'job_updates', 'bid-rejected', 'Your bid on {subject} was not chosen',
   'You bid on this job.', '/contractor-dashboard', false, null),
  ('award_released', 'job_updates', 'award-released', 'The award of {subject} was revoked',
   'This job was awarded to you.', '/contractor-dashboard', false, null),
  ('award_reopened', 'job_updates', 'award-reopened', 'The award of {subject} to {who} was revoked',
   'You posted this job.', '/facility-dashboard', false, null),
  ('job_finished', 'job_updates', 'job-finished', '{who} finished {subject}',
   'You posted this job.', '/facility-dashboard', false, null),
  ('job_removed', 'job_updates', 'job-removed', '{subject} was deleted',
   'You bid on this job.', '/contractor-dashboard', false, null),
  ('consultation_booked', 'job_updates', 'consultation-booked', '{who} booked you for {when}',
   'You are the consultant.', '/chat/consultation/{consultation}', false, null),
  ('consultation_cancelled', 'job_updates', 'consultation-cancelled', 'Your consultation with {who} on {when} was cancelled',
   'You take part in this consultation.', '/chat/consultation/{consultation}', false, null),
  ('consultation_tomorrow', 'job_updates', 'consultation-tomorrow', 'Consultation with {who} on {when}',
   'You take part in this consultation.', '/chat/consultation/{consultation}', true, null),
  ('payment_due', 'payments', 'payment-due', '{amount} is due to {who}',
   'You owe this payment.', '/facility-dashboard?view=payments', false, null),
  ('payment_recorded', 'payments', 'payment-recorded', '{who} recorded a payment of {amount}',
   'You receive this payment.', '{home}', false, null),
  ('payment_refunded', 'payments', 'payment-refunded', '{amount} was refunded',
   'You paid or received this payment.', '{home}', false, null),
  ('message_received', 'messages', 'message-received', '{who} wrote to you',
   'You take part in this conversation.', '{chat}', false, null),
  ('newcomer_came', null, 'newcomer-came', 'New sign-ups are waiting for a role',
   'You are an admin.', '/admin/newcomers', false, interval '1 day'),
  ('role_given', null, 'role-given', 'Your account has a role now',
   'You signed up without a role.', '{home}', false, null),
  ('test', null, 'test', 'This is a test', 'You asked for a test in Settings.', '/settings', false, null);

create table public.notices (
  id uuid primary key default gen_random_uuid(),
  recipient_id uuid not null references public.profiles on delete cascade,
  kind text not null check (length(kind) <= 50),
  -- The bid, job, consultation, payment or conversation that the notice is about. Another event of the same kind about it
  -- is added to the unread notice.
  source_id uuid not null,
  job_id uuid,
  consultation_id uuid,
  other_id uuid,
  -- It has no check: it was checked where it comes from, and another check would cost every bid.
  amount numeric,
  count integer not null default 1 check (count > 0),
  read boolean not null default false,
  -- When an email is sent unless the notice is read by then. Null once that is decided.
  mail_at timestamptz,
  created_at timestamptz not null default now()
);

-- The order of the list behind the bell: unread ones first.
create index notices_recipient_id_idx on public.notices (recipient_id, read, created_at desc);
create unique index notices_unread_idx on public.notices (recipient_id, source_id, kind) where not read;
create index notices_mail_at_idx on public.notices (mail_at) where mail_at is not null;
-- For pruning. Read and unread notices are kept for different times, so each has its own index.
create index notices_read_at_idx on public.notices (created_at) where read;
create index notices_unread_at_idx on public.notices (created_at) where not read;

alter table public.notices enable row level security, force row level security;

comment on table public.notices is
  'The notices of each user. Triggers write them. Only the recipient sees a notice, and may update nothing but read. '
  'recipient_id is the only foreign key, because each one costs every insert and the other rows are never deleted.';

create table private.notification_emails (
  id uuid primary key references private.outbox on delete cascade,
  recipient_id uuid not null references public.profiles on delete cascade,
  notice_ids uuid[] not null,
  -- The recipient requested it, so it does not postpone the next email.
  is_requested boolean not null default false,
  queued_at timestamptz not null default now(),
  -- How often sending began. If no failure was recorded after that, nobody knows whether the email was sent.
  send_count integer not null default 0
);

create index notification_emails_recipient_id_idx on private.notification_emails (recipient_id, queued_at desc);

alter table private.notification_emails enable row level security, force row level security;

comment on table private.notification_emails is
  'Notification emails, by the outbox row that sends each. An email that was not sent and whose notices no longer need '
  'one is deleted.';

-- The key that signs the unsubscribe links in emails.
insert into private.secrets (name, value)
values ('unsubscribe', encode(extensions.gen_random_bytes(32), 'hex'));
