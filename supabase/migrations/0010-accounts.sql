set local row_security = off;

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  role text not null check (role in ('facility', 'contractor', 'consultant', 'admin')),
  username text check (length(username) between 1 and 100),
  full_name text check (length(full_name) between 1 and 200),
  company_name text check (length(company_name) <= 200),
  headline text check (length(headline) <= 200),
  location text check (length(location) <= 200),
  bio text check (length(bio) <= 5000),
  services text[] not null default '{}' check (app.are_words(services, 50, 100)),
  certifications text[] not null default '{}' check (app.are_words(certifications, 50, 100)),
  resume_url text check (length(resume_url) <= 2000),
  profile_picture text check (length(profile_picture) <= 2000),
  documents jsonb not null default '{"resume": null, "certifications": []}',
  is_hidden boolean not null default false,
  consultation_fee numeric check (app.is_money(consultation_fee)),
  time_zone text not null default 'America/Denver' check (length(time_zone) <= 100),
  created_at timestamptz not null default now(),
  last_active_at timestamptz
);

create index profiles_role_idx on public.profiles (role, created_at);
create index profiles_created_at_idx on public.profiles (created_at);

alter table public.profiles enable row level security, force row level security;

comment on table public.profiles is
  'People, one row for each account. A row is born with its account and cannot be inserted or deleted here; '
  'role, created_at and last_active_at are not granted for update. Holds no email and no phone: see app.contacts.';

-- Apart from profiles, because a profile is seen by others and these are not.
create table app.contacts (
  user_id uuid primary key references auth.users on delete cascade,
  email text check (length(email) <= 320),
  phone text check (length(phone) <= 30)
);

create index contacts_email_idx on app.contacts (lower(email));

alter table app.contacts enable row level security, force row level security;

comment on table app.contacts is
  'How to reach a person; seen by that person and by admins. Written by triggers on auth.users alone.';
