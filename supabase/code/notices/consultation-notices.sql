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
    perform app.mark_read(party, new.id, array['consultation_booked', 'consultation_tomorrow']);
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

-- Reminds both sides 24 hours before a consultation. Skips locked consultations, because somebody may be cancelling
-- them.
create function app.create_reminders() returns void
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
        -- The condition names both values of `read`, because PostgreSQL before version 18 cannot skip a column in an
        -- index scan.
        where n.recipient_id = party and n.read in (false, true) and n.created_at > now() - interval '25 hours'
          and n.source_id = c.id and n.kind = 'consultation_tomorrow'
      )
    for share of c skip locked
  ) as due;
end
$$;
