set local row_security = off;

create table public.notification_settings (
  user_id uuid primary key references public.profiles on delete cascade,
  email boolean not null default true,
  sound boolean not null default true,
  messages boolean not null default true,
  job_updates boolean not null default true,
  payments boolean not null default true
);

alter table public.notification_settings enable row level security, force row level security;

comment on table public.notification_settings is
  'The notices that a user wants, and how. Each user has a row from the start, with all of them on. Only its owner sees '
  'and changes it.';

-- How often a user may do something, as "count/seconds". Operators can change these rows.
insert into private.settings (name, value) values
  ('limit_messages', '30/60'),
  ('limit_bids', '20/3600'),
  ('limit_jobs', '20/3600'),
  ('limit_consultations', '20/3600'),
  ('limit_uploads', '60/3600'),
  ('limit_demo_requests', '60/3600'),
  ('limit_test_notices', '5/3600');

-- The server writes these at each start. On a hosted Supabase there is no server, and these values hold.
insert into private.settings (name, value) values
  ('time_zone', 'America/Denver'),
  ('signup', 'closed'),
  ('require_admin_mfa', 'on')
on conflict do nothing;
