set local row_security = off;

create table public.consultations (
  id uuid primary key default gen_random_uuid(),
  job_id uuid references public.jobs on delete restrict,
  consultant_id uuid not null references public.profiles on delete restrict,
  facility_id uuid not null references public.profiles on delete restrict,
  fee numeric not null default 0 check (fee = 0 or app.is_money(fee)),
  scheduled_at timestamptz not null,
  duration_minutes integer not null default 0 check (duration_minutes between 0 and 480),
  -- A trigger sets it. It cannot be generated, because adding an interval to a time is not immutable.
  ends_at timestamptz not null,
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  created_at timestamptz not null default now(),
  constraint consultations_two_people check (consultant_id <> facility_id),
  constraint consultations_end
    check (ends_at = scheduled_at + make_interval(mins => duration_minutes)),
  constraint consultations_no_overlap exclude using gist (
    consultant_id extensions.gist_uuid_ops with =,
    tstzrange(scheduled_at, ends_at) with &&
  ) where (status = 'booked' and duration_minutes > 0)
);

create index consultations_job_id_idx on public.consultations (job_id);
create index consultations_consultant_id_idx on public.consultations (consultant_id, scheduled_at);
create index consultations_facility_id_idx on public.consultations (facility_id, scheduled_at);
create index consultations_created_at_idx on public.consultations (created_at);
-- For the reminders, which a scheduled task looks for every few seconds.
create index consultations_booked_idx on public.consultations (scheduled_at) where status = 'booked';

alter table public.consultations enable row level security, force row level security;

comment on table public.consultations is
  'Appointments that facilities book with consultants. The fee is the consultant''s fee at the time of booking. Clients '
  'can set the status only to "cancelled". Times never change: cancel the consultation and book another one.';
