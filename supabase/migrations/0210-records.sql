set local row_security = off;

-- What an admin's lists need at a million rows. Each holds what row security asks of a row, so that a page far
-- behind is reached without touching the rows before it.
create index bids_records_idx on public.bids (created_at desc, id) include (job_id, contractor_id, status);
create index bids_amount_idx on public.bids (amount desc, id);
create index jobs_records_idx on public.jobs (created_at desc, id)
  include (facility_id, status, is_deleted, awarded_at);
create index payments_records_idx on public.payments (created_at desc, id) include (payer_id, payee_id, status);

-- They begin as those do, and so stand in for them.
drop index public.bids_created_at_idx;
drop index public.jobs_created_at_idx;

-- A part of a title, a name or a reference, wherever it stands.
create index jobs_title_part_idx on public.jobs using gin (title extensions.gin_trgm_ops);
create index profiles_name_part_idx on public.profiles using gin (
  full_name extensions.gin_trgm_ops, username extensions.gin_trgm_ops, company_name extensions.gin_trgm_ops
);
create index payments_reference_part_idx on public.payments using gin (reference extensions.gin_trgm_ops);
