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
  services text[] not null default '{}' check (app.is_text_list(services, 50, 100)),
  certifications text[] not null default '{}' check (app.is_text_list(certifications, 50, 100)),
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
-- For searches by a part of a name.
create index profiles_name_trgm_idx on public.profiles using gin (
  full_name extensions.gin_trgm_ops, username extensions.gin_trgm_ops, company_name extensions.gin_trgm_ops
);

alter table public.profiles enable row level security, force row level security;

comment on table public.profiles is
  'The profile of each user who has a role. Rows cannot be inserted or deleted by clients; role, created_at and '
  'last_active_at are not granted for update. Emails and phone numbers are in app.contacts.';

-- A table of its own, because other users may see a profile but not its contacts.
create table app.contacts (
  user_id uuid primary key references auth.users on delete cascade,
  email text check (length(email) <= 320),
  phone text check (length(phone) <= 30),
  -- A copy from the account, because admins see it in lists.
  banned_until timestamptz,
  -- One text, so that one trigram index finds a part of any of its lines. Users without a role have no text.
  search_text text not null default '' check (length(search_text) <= 2000)
);

create index contacts_email_idx on app.contacts (lower(email));
-- Few users are banned, and each search and booking asks who is.
create index contacts_banned_until_idx on app.contacts (banned_until) where banned_until is not null;
create index contacts_search_text_idx on app.contacts using gin (search_text extensions.gin_trgm_ops);
-- Few users have no role, and the open items of admins count them all the time.
create index contacts_without_role_idx on app.contacts (user_id) where search_text = '';

alter table app.contacts enable row level security, force row level security;

comment on table app.contacts is
  'The email, the phone number and the ban of each user, seen by that user and by admins. Only triggers write it.';
comment on column app.contacts.search_text is
  'The text in which admins search users, in lower case: names, company, email, phone number and last the role, one a '
  'line.';
