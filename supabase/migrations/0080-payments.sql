set local row_security = off;

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  job_id uuid unique references public.jobs on delete restrict,
  consultation_id uuid unique references public.consultations on delete restrict,
  payer_id uuid not null references public.profiles on delete restrict,
  payee_id uuid not null references public.profiles on delete restrict,
  amount numeric not null check (app.is_money(amount)),
  status text not null default 'pending' check (status in ('pending', 'paid', 'refunded', 'void')),
  reference text check (length(reference) between 1 and 200),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  refunded_at timestamptz,
  constraint payments_two_people check (payer_id <> payee_id),
  constraint payments_subject check (num_nonnulls(job_id, consultation_id) = 1),
  constraint payments_paid check ((status in ('paid', 'refunded')) = (paid_at is not null)),
  constraint payments_refunded check ((status = 'refunded') = (refunded_at is not null))
);

create index payments_payer_id_idx on public.payments (payer_id, created_at desc);
create index payments_payee_id_idx on public.payments (payee_id, created_at desc);
create index payments_paid_at_idx on public.payments (paid_at) include (amount, status);
-- For an admin's list: a page far down, a filter by a rare status, and a search by a part of a reference.
create index payments_newest_idx on public.payments (created_at desc, id) include (payer_id, payee_id, status);
create index payments_status_idx on public.payments (status, created_at desc, id);
create index payments_reference_trgm_idx on public.payments using gin (reference extensions.gin_trgm_ops);

alter table public.payments enable row level security, force row level security;

comment on table public.payments is
  'Payments that are due or were made. A row is created when a job is finished or a consultation with a fee is booked. '
  'Only select is granted: record_payment and refund_payment change the status, and a cancellation makes it void.';
