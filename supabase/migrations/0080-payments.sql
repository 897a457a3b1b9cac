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

alter table public.payments enable row level security, force row level security;

comment on table public.payments is
  'What is owed and was paid: born when a job is finished or a consultation with a fee is booked. Nothing is granted '
  'but reading: record_payment and refund_payment move it, cancellation makes it void.';
