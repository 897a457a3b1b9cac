-- These triggers record changes of tables for live clients. None of the tables has an email or a phone number.

-- A trigger's argument names the function that returns the audience of a row, as user ids and roles. This function has
-- the same rule as the table's policy for SELECT. Without an argument, the server runs the policy for each connected
-- user.

-- Returns the caller's id and role, but only the id for an admin who lacks a required second factor.
create function app.live_groups() returns text[]
language sql stable set search_path = ''
as $$
  select array_remove(
    array[auth.uid()::text, case when role <> 'admin' or app.is_admin() then role end],
    null
  )
  from app.my_role() as role
$$;
grant execute on function app.live_groups() to authenticated, service_role;

create trigger _900_record_change after insert or update or delete on public.profiles
  for each row execute function realtime.record_change();
create trigger _900_record_change after insert or update or delete on public.jobs
  for each row execute function realtime.record_change('app.job_audience');
create trigger _900_record_change after insert or update or delete on public.bids
  for each row execute function realtime.record_change('app.bid_audience');
create trigger _900_record_change after insert or update or delete on public.consultations
  for each row execute function realtime.record_change('app.consultation_audience');
create trigger _900_record_change after insert or update or delete on public.reviews
  for each row execute function realtime.record_change();
create trigger _900_record_change after insert or update or delete on public.messages
  for each row execute function realtime.record_change('app.message_audience');
create trigger _900_record_change after insert or update or delete on public.payments
  for each row execute function realtime.record_change('app.payment_audience');
create trigger _900_record_change after insert or update or delete on public.notices
  for each row execute function realtime.record_change('app.notice_audience');

-- If a user's role changes, the user's groups change too, so the server has to load them again.
create trigger _900_forget_groups after insert or update of role on public.profiles
  for each row execute function realtime.forget_groups('id');
