set local row_security = off;

-- Figures of everything, kept beside the rows that they count: read by admins at any size of the market alike.
create table private.tallies (
  what text not null check (length(what) <= 50),
  -- The category of a job, the role of a person; else empty.
  part text not null check (length(part) <= 50),
  -- In the installation's time zone, for what is told by day; else the beginning of time.
  day date not null,
  number numeric not null,
  primary key (what, part, day)
);

alter table private.tallies enable row level security, force row level security;

comment on table private.tallies is
  'What the figures of the admins are sums of, with what private.tally_changes holds. Written and read by definers alone.';

create table private.tally_changes (
  id bigint generated always as identity primary key,
  what text not null check (length(what) <= 50),
  part text not null check (length(part) <= 50),
  day date not null,
  number numeric not null
);

alter table private.tally_changes enable row level security, force row level security;

comment on table private.tally_changes is
  'What has been counted since the clock last added it to private.tallies: a row each, so that nobody waits for another''s '
  'count. Written and read by definers alone.';

-- Nothing is counted twice or not at all: who writes waits until the triggers are there.
lock table public.jobs, public.bids, public.payments, public.profiles in share row exclusive mode;

with clock as (
  select coalesce((select value from private.settings where name = 'time_zone'), 'America/Denver') as zone
)
insert into private.tallies (what, part, day, number)
  select 'jobs made', '', (created_at at time zone zone)::date, count(*) from public.jobs, clock group by 3
union all
  select 'bids made', '', (created_at at time zone zone)::date, count(*) from public.bids, clock group by 3
union all
  select 'people made', '', (created_at at time zone zone)::date, count(*) from public.profiles, clock group by 3
union all
  select 'revenue', '', (paid_at at time zone zone)::date, sum(amount) from public.payments, clock
  where status = 'paid' group by 3
union all
  select 'people', role, '-infinity', count(*) from public.profiles group by 2
union all
  select 'pending bids', '', '-infinity', count(*) from public.bids where status = 'pending'
union all
  select 'jobs', category, '-infinity', count(*) from public.jobs where not is_deleted group by 2
union all
  select 'open jobs', category, '-infinity', count(*) from public.jobs
  where status = 'open' and not is_deleted group by 2;
