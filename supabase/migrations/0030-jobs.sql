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
  'The categories of jobs. All users with a role read them, and only migrations change them.';

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
  is_biddable boolean not null
    generated always as (status = 'open' and not is_deleted and awarded_at is null) stored,
  constraint jobs_award check ((awarded_at is null) = (awarded_contractor_id is null))
);

create index jobs_facility_id_idx on public.jobs (facility_id, created_at desc);
create index jobs_awarded_contractor_id_idx on public.jobs (awarded_contractor_id);
create index jobs_category_idx on public.jobs (category, is_deleted);
create index jobs_open_idx on public.jobs (created_at) where status = 'open' and not is_deleted;
-- For a page far down an admin's list. It includes the columns that row security checks, so rows before the page are not
-- read.
create index jobs_newest_idx on public.jobs (created_at desc, id)
  include (facility_id, status, is_deleted, awarded_at, is_biddable);
-- For an admin's search by a part of a title.
create index jobs_title_trgm_idx on public.jobs using gin (title extensions.gin_trgm_ops);

-- The following indexes stay small, because most jobs were awarded long ago.
create index jobs_biddable_facility_idx on public.jobs (facility_id)
  where is_biddable;
-- Contractors read these two, newest first and by budget. They include the columns that row security checks and those
-- that the list filters by, so matches are found and counted without reading rows.
create index jobs_biddable_newest_idx on public.jobs (created_at desc, id)
  include (facility_id, is_biddable, category, budget)
  where is_biddable;
create index jobs_biddable_budget_idx on public.jobs (budget, id)
  include (facility_id, is_biddable, category)
  where is_biddable;
-- For the list of jobs without bids by title, also without reading rows.
create index jobs_biddable_title_idx on public.jobs (title, id)
  include (facility_id, created_at)
  where is_biddable;
-- For a contractor's search by a part of a title, description or location.
create index jobs_biddable_text_trgm_idx on public.jobs
  using gin (title extensions.gin_trgm_ops, description extensions.gin_trgm_ops, location extensions.gin_trgm_ops)
  where is_biddable;

alter table public.jobs enable row level security, force row level security;

comment on table public.jobs is
  'Work that facilities want done. Rows are never deleted: is_deleted removes them from the lists. Procedures and '
  'triggers set award and finish; their columns are not granted for update.';

comment on column public.jobs.is_biddable is
  'Whether the job takes bids: it is open, not deleted and not awarded. Contractors still cannot bid while its facility '
  'is banned.';

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
  'Photos of jobs, at most six a job. The file is at path in the bucket documents. Update is not granted: a photo is '
  'removed and another one added.';
