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
  'What a person wants to be told, and how. Everybody has a row from birth, all on; only its owner sees and changes it.';

-- How often a person may do a thing, as "count/seconds". Rows, so that an operator can change them.
insert into private.settings (name, value) values
  ('limit_messages', '30/60'),
  ('limit_bids', '20/3600'),
  ('limit_jobs', '20/3600'),
  ('limit_consultations', '20/3600'),
  ('limit_uploads', '60/3600'),
  ('limit_demo_requests', '60/3600');

-- Where the product runs on another platform, these come from here.
insert into private.settings (name, value) values
  ('time_zone', 'America/Denver'),
  ('signup', 'closed'),
  ('require_admin_mfa', 'on')
on conflict do nothing;
