create function app.tg_bids__notify() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  job public.jobs;
  kind text;
begin
  select * into job from public.jobs where id = new.job_id;
  perform app.mark_read(job.facility_id, new.id, array['bid_received']);
  if new.status = 'accepted' then
    perform app.mark_read(job.facility_id, new.job_id, array['award_reopened']);
  end if;
  if new.status <> 'withdrawn' then
    perform app.mark_read(new.contractor_id, new.id, array['bid_accepted']);
    kind := case
      when new.status = 'accepted' then 'bid_accepted'
      when job.is_deleted then 'job_removed'
      when old.status = 'accepted' then 'award_released'
      else 'bid_rejected'
    end;
    -- Here, awarded_at is null except for an old award that the server inserts.
    perform app.notify(kind, new.contractor_id, new.id, new.job_id, null, job.facility_id, new.amount,
      case when kind in ('bid_accepted', 'bid_rejected') then coalesce(job.awarded_at, now()) else now() end);
    if kind = 'award_released' then
      perform app.notify('award_reopened', job.facility_id, new.job_id, new.job_id, null, new.contractor_id);
    end if;
  end if;
  return null;
end
$$;
create trigger _410_notify_decided after update on public.bids
  for each row when (new.status <> old.status) execute function app.tg_bids__notify();

create function app.tg_jobs__notify() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.notify(
    'job_finished', new.facility_id, new.id, new.id, null, new.awarded_contractor_id, null, new.finished_at);
  return null;
end
$$;
create trigger _400_notify after update on public.jobs
  for each row when (new.status = 'finished' and old.status = 'open') execute function app.tg_jobs__notify();
