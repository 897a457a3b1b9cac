set local row_security = off;

create table public.notice_kinds (
  name text primary key check (length(name) between 1 and 50),
  -- The switch that has to be on; null for what is sent because somebody asked for it.
  setting text check (setting in ('messages', 'job_updates', 'payments')),
  -- The words of its mail: a file of supabase/templates/letters.
  template text not null check (length(template) between 1 and 50),
  title text not null check (length(title) between 1 and 200),
  reason text not null check (length(reason) between 1 and 200),
  path text not null check (length(path) between 1 and 200)
);

alter table public.notice_kinds enable row level security, force row level security;

comment on table public.notice_kinds is
  'What people are told of: the switch it follows, the template of its mail, its title, why one gets it, and where it '
  'leads. A new kind is a row here and a template. Read by everybody signed in; changed by migrations only.';

insert into public.notice_kinds (name, setting, template, title, reason, path) values
  ('bid_received', 'job_updates', 'bid-received', '{who} bid {amount} on {subject}',
   'You posted this job.', '/facility-dashboard?view=bids'),
  ('bid_accepted', 'job_updates', 'bid-accepted', 'Your bid on {subject} was accepted',
   'You bid on this job.', '/contractor-dashboard'),
  ('bid_rejected', 'job_updates', 'bid-rejected', 'Your bid on {subject} was not chosen',
   'You bid on this job.', '/contractor-dashboard'),
  ('award_released', 'job_updates', 'award-released', 'The award of {subject} was taken back',
   'This job was awarded to you.', '/contractor-dashboard'),
  ('job_finished', 'job_updates', 'job-finished', '{who} finished {subject}',
   'You posted this job.', '/facility-dashboard'),
  ('job_removed', 'job_updates', 'job-removed', '{subject} was removed',
   'You bid on this job.', '/contractor-dashboard'),
  ('consultation_booked', 'job_updates', 'consultation-booked', '{who} booked you for {when}',
   'You are the consultant.', '/chat/consultation/{consultation}'),
  ('consultation_cancelled', 'job_updates', 'consultation-cancelled', '{who} cancelled the consultation on {when}',
   'You take part in this consultation.', '/chat/consultation/{consultation}'),
  ('consultation_tomorrow', 'job_updates', 'consultation-tomorrow', 'Consultation with {who} on {when}',
   'You take part in this consultation.', '/chat/consultation/{consultation}'),
  ('payment_due', 'payments', 'payment-due', '{amount} is due to {who}',
   'You owe this payment.', '/facility-dashboard?view=payments'),
  ('payment_recorded', 'payments', 'payment-recorded', '{who} recorded a payment of {amount}',
   'This payment is to you.', '{home}'),
  ('payment_refunded', 'payments', 'payment-refunded', '{amount} was refunded',
   'You are a party of this payment.', '{home}'),
  ('message_received', 'messages', 'message-received', '{who} wrote to you',
   'You take part in this conversation.', '{chat}'),
  ('test', null, 'test', 'This is a test', 'You asked for it in Settings.', '/settings');

create table public.notices (
  id uuid primary key default gen_random_uuid(),
  recipient_id uuid not null references public.profiles on delete cascade,
  kind text not null check (length(kind) <= 50),
  -- The bid, job, consultation, payment or conversation it tells of: what happens to that again is one notice with it.
  source_id uuid not null,
  job_id uuid,
  consultation_id uuid,
  other_id uuid,
  amount numeric check (app.is_money(amount)),
  count integer not null default 1 check (count > 0),
  read boolean not null default false,
  -- When it goes out by mail, unless it is read by then; null once that is decided.
  mail_at timestamptz,
  created_at timestamptz not null default now()
);

create index notices_recipient_id_idx on public.notices (recipient_id, created_at desc);
create unique index notices_unread_idx on public.notices (recipient_id, source_id, kind) where not read;
create index notices_mail_at_idx on public.notices (mail_at) where mail_at is not null;

alter table public.notices enable row level security, force row level security;

comment on table public.notices is
  'What a person was told. Written by triggers where things happen; only its recipient sees it, and may set read, '
  'nothing else. What it refers to is never deleted, so only the recipient is a reference: each costs every insert.';

-- What the clock looks for each few seconds.
create index consultations_booked_idx on public.consultations (scheduled_at) where status = 'booked';

create table private.letters (
  id uuid primary key references private.outbox on delete cascade,
  recipient_id uuid not null references public.profiles on delete cascade,
  notice_ids uuid[] not null,
  -- Its person wants it at once: it does not postpone the next one.
  asked_for boolean not null default false,
  made_at timestamptz not null default now()
);

create index letters_recipient_id_idx on private.letters (recipient_id, made_at desc);

alter table private.letters enable row level security, force row level security;

comment on table private.letters is
  'Mails about notices, by the work of the outbox that sends them. One that had nothing left to say is removed.';

insert into private.settings (name, value) values ('limit_test_notices', '5/3600');

-- Signs the links that stop mails for whoever holds one.
insert into private.secrets (name, value)
values ('unsubscribe', encode(extensions.gen_random_bytes(32), 'hex'));
