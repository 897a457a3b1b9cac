set local row_security = off;

-- An admin narrows a list by a state, which few rows have, or none: an index led by the state finds those as fast as many. A bid
-- has as many indexes at its birth as before, since each is born pending.
create index bids_status_idx on public.bids (status, created_at desc, id);
drop index public.bids_pending_idx;
create index payments_status_idx on public.payments (status, created_at desc, id);
