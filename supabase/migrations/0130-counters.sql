set local row_security = off;

create type private.metric as enum (
  -- A sum for each day.
  'jobs_posted', 'bids_placed', 'users_created', 'revenue',
  -- A sum for each bucket: the category of a job, the state of a row, the role of a user, or the action of an admin.
  'jobs_by_category', 'open_jobs_by_category', 'biddable_jobs_by_category', 'jobs_by_state', 'bids_by_status',
  'payments_by_status', 'users_by_role', 'audit_entries_by_action'
);

-- Sums that triggers keep up to date, so that admins read them fast at any size of the market.
create table private.counters (
  metric private.metric not null,
  bucket text check (length(bucket) <= 100),
  -- A day in the installation's time zone.
  day date,
  value numeric not null,
  constraint counters_one_each unique nulls not distinct (metric, bucket, day)
);

alter table private.counters enable row level security, force row level security;

comment on table private.counters is
  'The sums behind the figures of admins, up to the last roll-up; private.counter_changes has the rest. Only definers '
  'read and write it.';

create table private.counter_changes (
  id bigint generated always as identity primary key,
  metric private.metric not null,
  bucket text check (length(bucket) <= 100),
  day date,
  value numeric not null
);

alter table private.counter_changes enable row level security, force row level security;

comment on table private.counter_changes is
  'Changes since a scheduled task last added them to private.counters. Each change is a row of its own, so no '
  'transaction waits for another one. Only definers read and write it.';
