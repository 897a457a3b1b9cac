set local row_security = off;

create table public.bids (
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references public.jobs on delete restrict,
  contractor_id uuid not null references public.profiles on delete restrict,
  amount numeric not null check (app.is_money(amount)),
  status text not null default 'pending'
    check (status in ('pending', 'accepted', 'rejected', 'withdrawn')),
  created_at timestamptz not null default now()
);

create unique index bids_one_accepted on public.bids (job_id) where status = 'accepted';
create unique index bids_one_live on public.bids (job_id, contractor_id)
  where status in ('pending', 'accepted');
create index bids_job_id_idx on public.bids (job_id, created_at);
create index bids_contractor_id_idx on public.bids (contractor_id, created_at desc);
-- For an admin's list: a page far down, the order by amount, and a filter by a rare status.
create index bids_newest_idx on public.bids (created_at desc, id) include (job_id, contractor_id, status);
create index bids_amount_idx on public.bids (amount desc, id);
create index bids_status_idx on public.bids (status, created_at desc, id);

alter table public.bids enable row level security, force row level security;

comment on table public.bids is
  'Offers of contractors to do a job for an amount. The amount never changes: a bid is withdrawn and another one placed. '
  'A procedure accepts bids; clients can set the status only to "withdrawn".';
