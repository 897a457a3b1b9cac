-- Opens a conversation for a first bid on a job, and notifies the facility of each pending bid.
create function app.tg_bids__open_conversation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  facility uuid;
begin
  select facility_id into facility from public.jobs where id = new.job_id;
  insert into public.conversations (job_id, facility_id, partner_id, created_at)
    values (new.job_id, facility, new.contractor_id, new.created_at)
    on conflict on constraint conversations_one_for_job do nothing;
  if new.status = 'pending' then
    perform app.notify(
      'bid_received', facility, new.id, new.job_id, null, new.contractor_id, new.amount, new.created_at);
  end if;
  return null;
end
$$;
create trigger _300_open_conversation after insert on public.bids
  for each row execute function app.tg_bids__open_conversation();
