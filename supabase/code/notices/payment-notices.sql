create function app.tg_payments__notify() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform app.notify(
      'payment_due', new.payer_id, new.id, new.job_id, new.consultation_id, new.payee_id, new.amount, new.created_at);
    return null;
  end if;
  perform app.mark_read(new.payer_id, new.id, array['payment_due']);
  if new.status = 'paid' then
    perform app.notify(
      'payment_recorded', new.payee_id, new.id, new.job_id, new.consultation_id, new.payer_id, new.amount, new.paid_at);
  elsif new.status = 'refunded' then
    perform app.mark_read(new.payee_id, new.id, array['payment_recorded']);
    perform app.notify(
        'payment_refunded', party, new.id, new.job_id, new.consultation_id, other, new.amount, new.refunded_at)
      from (values (new.payer_id, new.payee_id), (new.payee_id, new.payer_id)) as sides (party, other);
  end if;
  return null;
end
$$;
create trigger _400_notify after insert on public.payments
  for each row when (new.status = 'pending') execute function app.tg_payments__notify();
create trigger _410_notify_moved after update on public.payments
  for each row when (new.status <> old.status) execute function app.tg_payments__notify();
