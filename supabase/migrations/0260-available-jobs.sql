set local row_security = off;

-- What contractors browse at a million jobs, newest first and by budget. Each holds what row security asks of a row and
-- what the list narrows by, so that its keys are read and counted without touching the rows.
create index jobs_available_records_idx on public.jobs (created_at desc, id)
  include (facility_id, status, is_deleted, awarded_at, category, budget)
  where status = 'open' and not is_deleted and awarded_at is null;
create index jobs_available_budget_idx on public.jobs (budget, id)
  include (facility_id, status, is_deleted, awarded_at, category)
  where status = 'open' and not is_deleted and awarded_at is null;

-- It begins as the first of them, which stands in for it.
drop index public.jobs_available_idx;
