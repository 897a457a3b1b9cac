set local row_security = off;

-- How long an admin's lists are, kept as their figures are. Nothing is counted twice or not at all: who writes waits until
-- the triggers know of it.
lock table public.jobs, public.bids, public.payments, app.audit_log in share row exclusive mode;

insert into private.tallies (what, part, day, number)
  select 'awarded jobs', '', '-infinity'::date, count(*) from public.jobs where status = 'open' and awarded_at is not null
union all
  select 'finished jobs', '', '-infinity', count(*) from public.jobs where status = 'finished'
union all
  select 'deleted jobs', '', '-infinity', count(*) from public.jobs where is_deleted
union all
  select status || ' bids', '', '-infinity', count(*) from public.bids where status <> 'pending' group by status
union all
  select 'payments', status, '-infinity', count(*) from public.payments group by status
union all
  select 'entries', action, '-infinity', count(*) from app.audit_log group by action;
