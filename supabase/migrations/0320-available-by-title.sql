set local row_security = off;

-- Jobs that can be bid on by their title, as an admin looks through those without bids. Their ids are found without touching the
-- rows.
create index jobs_available_title_idx on public.jobs (title, id)
  include (facility_id, created_at)
  where status = 'open' and not is_deleted and awarded_at is null;
