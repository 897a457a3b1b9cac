create policy payments_select on public.payments for select to authenticated using (
  payer_id = (select auth.uid()) or payee_id = (select auth.uid()) or (select app.is_admin())
);
grant select on public.payments to authenticated, service_role;

-- The audience of a payment has to match the policy payments_select.
create function app.payment_audience(payment public.payments) returns text[]
language sql immutable set search_path = ''
as $$
  select array[payment.payer_id::text, payment.payee_id::text, 'admin']
$$;

create function app.record_payment(payment uuid, given_reference text) returns public.payments
language plpgsql security definer set search_path = ''
as $$
declare
  due public.payments;
begin
  perform app.check_text('The reference', app.trimmed(given_reference), 200, true);
  select * into due from public.payments where id = payment for update;
  if not app.is_server() and due.payer_id <> auth.uid() then
    perform app.refuse(403, 'payment_not_yours', 'Only the payer can record a payment.',
      'Ask the payer to record it.');
  end if;
  if due.status <> 'pending' then
    perform app.refuse(409, 'payment_not_pending', format('This payment is %s.', due.status),
      'Reload to see its current status.');
  end if;
  update public.payments
    set status = 'paid', paid_at = now(), reference = app.trimmed(given_reference)
    where id = payment returning * into due;
  return due;
end
$$;

create function app.refund_payment(payment uuid) returns public.payments
language plpgsql security definer set search_path = ''
as $$
declare
  paid public.payments;
begin
  perform app.require_admin();
  select * into paid from public.payments where id = payment for update;
  if not found then
    perform app.refuse(404, 'payment_unknown', 'This payment was not found.',
      'Find the payment in the list of payments.');
  end if;
  if paid.status <> 'paid' then
    perform app.refuse(409, 'payment_not_paid', format('This payment is %s.', paid.status),
      'Only paid payments can be refunded.');
  end if;
  perform app.audit('refund_payment', payment::text, null, jsonb_build_object('amount', paid.amount));
  update public.payments set status = 'refunded', refunded_at = now()
    where id = payment returning * into paid;
  return paid;
end
$$;

create function public.record_payment(payment_id uuid, reference text) returns public.payments
language plpgsql set search_path = ''
as $$
begin
  -- The query has the caller's rights, so a hidden payment gets the same refusal as a missing one.
  if not exists (select from public.payments where id = payment_id) then
    perform app.refuse(404, 'payment_unknown', 'This payment was not found.', 'Reload your payments.');
  end if;
  return app.record_payment(payment_id, reference);
end
$$;
comment on function public.record_payment(uuid, text) is 'Records that a payment was made. For its payer.';

select app.expose(
  'refund_payment(payment_id uuid)',
  'Records that a payment was refunded. For admins.'
);

create function public.can_record(payment public.payments) returns boolean
language sql stable set search_path = ''
as $$
  select payment.status = 'pending' and payment.payer_id = auth.uid()
$$;
comment on function public.can_record(public.payments) is
  'Whether the caller may record the payment.';

create function public.can_refund(payment public.payments) returns boolean
language sql stable set search_path = ''
as $$
  select payment.status = 'paid' and app.is_admin()
$$;
comment on function public.can_refund(public.payments) is 'Whether the caller may refund the payment.';

grant execute on function
  public.record_payment(uuid, text), app.record_payment(uuid, text), public.can_record(public.payments),
  public.can_refund(public.payments)
  to authenticated, service_role;
