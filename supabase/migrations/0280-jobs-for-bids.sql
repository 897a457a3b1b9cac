set local row_security = off;

-- What contractors search for, wherever it stands in a title, a text or a place. Of jobs that can be bid on alone: the
-- index is as large as what is open, and not as all that ever was.
create index jobs_available_part_idx on public.jobs
  using gin (title extensions.gin_trgm_ops, description extensions.gin_trgm_ops, location extensions.gin_trgm_ops)
  where status = 'open' and not is_deleted and awarded_at is null;

-- Nothing is counted twice or not at all: who writes waits until the trigger knows of it.
lock table public.jobs in share row exclusive mode;

insert into private.tallies (what, part, day, number)
  select 'jobs for bids', category, '-infinity', count(*) from public.jobs
  where status = 'open' and not is_deleted and awarded_at is null group by category;
