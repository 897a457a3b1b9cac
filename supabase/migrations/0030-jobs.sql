set local row_security = off;

create table public.job_categories (
  name text primary key check (length(name) between 1 and 50),
  position integer not null
);

insert into public.job_categories (name, position) values
  ('Electrical', 1), ('Plumbing', 2), ('HVAC', 3), ('Roofing', 4),
  ('Grounds', 5), ('General', 6), ('Other', 7);

alter table public.job_categories enable row level security, force row level security;

comment on table public.job_categories is
  'The kinds of work. Read by everybody signed in; changed by migrations only.';

create table public.jobs (
  id uuid primary key default gen_random_uuid(),
  facility_id uuid not null references public.profiles on delete restrict,
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) between 1 and 5000),
  budget numeric not null check (app.is_money(budget)),
  category text not null default 'General'
    references public.job_categories on update cascade on delete restrict,
  location text check (length(location) <= 200),
  status text not null default 'open' check (status in ('open', 'finished')),
  is_deleted boolean not null default false,
  awarded_at timestamptz,
  awarded_contractor_id uuid references public.profiles on delete restrict,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  constraint jobs_award check ((awarded_at is null) = (awarded_contractor_id is null))
);

create index jobs_facility_id_idx on public.jobs (facility_id, created_at desc);
create index jobs_awarded_contractor_id_idx on public.jobs (awarded_contractor_id);
create index jobs_category_idx on public.jobs (category, is_deleted);
create index jobs_created_at_idx on public.jobs (created_at);
create index jobs_available_facility_idx on public.jobs (facility_id)
  where status = 'open' and not is_deleted and awarded_at is null;
create index jobs_open_idx on public.jobs (created_at) where status = 'open' and not is_deleted;
-- What contractors browse, newest first.
create index jobs_available_idx on public.jobs (created_at desc)
  where status = 'open' and not is_deleted and awarded_at is null;

alter table public.jobs enable row level security, force row level security;

comment on table public.jobs is
  'Work that a facility wants done. Rows are never deleted: is_deleted takes them out of the lists. Award and '
  'finish are stamped by procedures and triggers; their columns are not granted.';

create table public.job_photos (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references public.jobs on delete cascade,
  owner_id uuid not null references public.profiles on delete restrict,
  path text not null unique check (length(path) <= 200),
  created_at timestamptz not null default now()
);

create index job_photos_job_id_idx on public.job_photos (job_id, created_at);
create index job_photos_owner_id_idx on public.job_photos (owner_id);

alter table public.job_photos enable row level security, force row level security;

comment on table public.job_photos is
  'Photos of a job, at most six. The bytes lie under path in the bucket documents. No update: a photo is taken away and another added.';
