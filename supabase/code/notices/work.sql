-- Notices about jobs, bids and consultations.

create function app.tg_bids__notify() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  job public.jobs;
  what text;
begin
  select * into job from public.jobs where id = new.job_id;
  perform app.settle(job.facility_id, new.id, array['bid_received']);
  if new.status = 'accepted' then
    perform app.settle(job.facility_id, new.job_id, array['award_reopened']);
  end if;
  if new.status <> 'withdrawn' then
    perform app.settle(new.contractor_id, new.id, array['bid_accepted']);
    what := case
      when new.status = 'accepted' then 'bid_accepted'
      when job.is_deleted then 'job_removed'
      when old.status = 'accepted' then 'award_released'
      else 'bid_rejected'
    end;
    -- awarded_at is still null while an award is made, except if the server inserts an old one.
    perform app.notify(what, new.contractor_id, new.id, new.job_id, null, job.facility_id, new.amount,
      case when what in ('bid_accepted', 'bid_rejected') then coalesce(job.awarded_at, now()) else now() end);
    if what = 'award_released' then
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

create function app.tg_consultations__notify() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  party uuid;
begin
  if tg_op = 'INSERT' then
    perform app.notify('consultation_booked', new.consultant_id, new.id, null, new.id, new.facility_id, null,
      least(new.created_at, new.scheduled_at));
    return null;
  end if;
  foreach party in array array[new.facility_id, new.consultant_id] loop
    perform app.settle(party, new.id, array['consultation_booked', 'consultation_tomorrow']);
    perform app.notify('consultation_cancelled', party, new.id, null, new.id,
      case when party = new.facility_id then new.consultant_id else new.facility_id end);
  end loop;
  return null;
end
$$;
create trigger _400_notify after insert on public.consultations
  for each row when (new.status = 'booked') execute function app.tg_consultations__notify();
create trigger _410_notify_cancelled after update on public.consultations
  for each row when (new.status = 'cancelled' and old.status = 'booked')
  execute function app.tg_consultations__notify();

-- Reminds both sides of consultations that were booked more than a day ahead. Later bookings need no reminder, and
-- consultations that are being cancelled at this moment are skipped.
create function app.remind() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.notify('consultation_tomorrow', party, due.id, null, due.id, other)
  from (
    select c.id, party, other
    from public.consultations c,
         lateral (values (c.facility_id, c.consultant_id), (c.consultant_id, c.facility_id)) as sides(party, other)
    where c.status = 'booked' and c.scheduled_at between now() and now() + interval '24 hours'
      and c.created_at < c.scheduled_at - interval '24 hours'
      and not exists (
        select from public.notices n
        -- Both values of read are named for the index: before PostgreSQL 18 a scan cannot skip a column.
        where n.recipient_id = party and n.read in (false, true) and n.created_at > now() - interval '25 hours'
          and n.source_id = c.id and n.kind = 'consultation_tomorrow'
      )
    for share of c skip locked
  ) as due;
end
$$;
