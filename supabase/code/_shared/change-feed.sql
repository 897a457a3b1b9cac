-- Clients can follow changes of these tables live. A change contains the columns of its table. None of these tables has
-- an email or a phone number.
create trigger _900_record_change after insert or update or delete on public.profiles
  for each row execute function realtime.record_change();
create trigger _900_record_change after insert or update or delete on public.jobs
  for each row execute function realtime.record_change();
create trigger _900_record_change after insert or update or delete on public.bids
  for each row execute function realtime.record_change();
create trigger _900_record_change after insert or update or delete on public.consultations
  for each row execute function realtime.record_change();
create trigger _900_record_change after insert or update or delete on public.reviews
  for each row execute function realtime.record_change();
create trigger _900_record_change after insert or update or delete on public.messages
  for each row execute function realtime.record_change();
create trigger _900_record_change after insert or update or delete on public.payments
  for each row execute function realtime.record_change();
create trigger _900_record_change after insert or update or delete on public.notices
  for each row execute function realtime.record_change();
