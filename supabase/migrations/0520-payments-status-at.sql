set local row_security = off;

-- Lists of a user's payments show when each one was refunded, paid or created. They sort by the same time.
alter table public.payments add column status_at timestamptz
  generated always as (coalesce(refunded_at, paid_at, created_at)) stored;

comment on column public.payments.status_at is
  'When the payment was refunded or paid. For a payment that is due or void, when it was created.';

drop index public.payments_payer_id_idx;
drop index public.payments_payee_id_idx;
create index payments_payer_id_idx on public.payments (payer_id, status_at desc, id);
create index payments_payee_id_idx on public.payments (payee_id, status_at desc, id);
