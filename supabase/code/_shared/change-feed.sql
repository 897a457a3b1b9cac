-- The triggers in this file record changes of tables, so that clients can follow the changes live. A change contains
-- the columns of its table. None of these tables has an email or a phone number.

-- The argument of a trigger names a function. This function returns the audience of a row, which is a list of user ids
-- and roles. The function has the same rule as the table's policy for SELECT. If too many users can see a row, the
-- trigger has no argument. The server then runs the policy for each connected user.

-- Returns the caller's groups: the user id and the role. An admin who lacks a required second factor gets only the user
-- id.
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
