create policy consultations_select on public.consultations for select to authenticated using (
  facility_id = (select auth.uid())
  or consultant_id = (select auth.uid())
  or (select app.is_admin())
);

-- The audience of a consultation has to match the policy consultations_select.
create function app.consultation_audience(consultation public.consultations) returns text[]
language sql immutable set search_path = ''
as $$
  select array[consultation.facility_id::text, consultation.consultant_id::text, 'admin']
$$;

create policy consultations_insert on public.consultations for insert to authenticated with check (
  app.permit((select app.my_role()) = 'facility', 'Only facilities can book consultations.', 'Log in as a facility.')
  and app.permit(facility_id = (select auth.uid()), 'You can book only for your own facility.',
    'Send your own id as facility_id.')
  -- A facility can book only a consultant whom it can see and who is not banned.
  and app.permit(
    exists (select from public.profiles where id = consultant_id and role = 'consultant')
      and consultant_id not in (select banned.id from app.banned_ids() as banned (id)),
    'This consultant cannot be booked.', 'Choose another consultant.'
  )
  and app.permit(
    job_id is null
      or exists (select from public.jobs j where j.id = job_id and j.facility_id = (select auth.uid())),
    'A consultation can only be about a job of your own.', 'Choose one of your jobs, or none.'
  )
);

create policy consultations_update on public.consultations for update to authenticated
  using ((select app.my_role()) is not null)
  with check (
    app.permit(facility_id = (select auth.uid()) or consultant_id = (select auth.uid()),
      'Only its facility and its consultant can change a consultation.', 'Ask one of them to change it.')
  );

grant select on public.consultations to authenticated, service_role;
grant insert (job_id, consultant_id, facility_id, fee, scheduled_at, duration_minutes, status, created_at),
  update (status)
  on public.consultations to authenticated;
grant insert, update on public.consultations to service_role;

create function app.tg_consultations__stamp() returns trigger
language plpgsql set search_path = ''
as $$
declare
  fee numeric;
begin
  -- The default of the column is NaN, which means that no fee was sent.
  new.fee := nullif(new.fee, 'NaN');
  new.duration_minutes := coalesce(new.duration_minutes, 0);
  if new.duration_minutes not between 0 and 480 then
    perform app.refuse(400, 'duration_invalid', 'A consultation can last from 0 to 480 minutes.',
      'Choose a length in that range.');
  end if;
  if new.scheduled_at is null or not isfinite(new.scheduled_at) then
    perform app.refuse(400, 'time_missing', 'A consultation needs a time.', 'Choose a date and time.');
  end if;
  new.ends_at := new.scheduled_at + make_interval(mins => new.duration_minutes);
  if app.is_server() then
    new.fee := coalesce(new.fee, 0);
    return new;
  end if;
  if new.scheduled_at not between now() - interval '5 minutes' and now() + interval '1 year' then
    perform app.refuse(400, 'time_out_of_range', 'Choose a time within the next 12 months.',
      'A time in the past cannot be booked.');
  end if;
  fee := app.fee_of(new.consultant_id);
  new.status := 'booked';
  new.created_at := now();
  if new.facility_id = auth.uid() and app.my_role() = 'facility' and app.is_profile_empty(new.consultant_id) then
    perform app.refuse(409, 'profile_empty', 'This consultant has not filled in a profile yet.',
      'Choose another consultant.');
  end if;
  -- Only callers who may book get these refusals, which reveal the fee and whether the consultant is busy. Without the
  -- lock, two inserts could deadlock on the exclusion constraint.
  if new.facility_id = auth.uid() and app.my_role() = 'facility'
    and exists (select from public.profiles where id = new.consultant_id)
  then
    if new.fee <> fee then
      perform app.refuse(409, 'fee_changed',
        'The fee changed. It is now ' || case when fee = 0 then 'free.' else app.format_amount(fee) || '.' end,
        'Book again if you accept the new fee.');
    end if;
    perform pg_advisory_xact_lock(hashtextextended(new.consultant_id::text, 1));
    if app.is_consultant_busy(new.consultant_id, new.scheduled_at, new.ends_at) then
      perform app.refuse(409, 'consultant_busy', 'This consultant is unavailable then.', 'Choose another time.');
    end if;
  end if;
  new.fee := fee;
  return new;
end
$$;
create trigger _050_limit before insert on public.consultations
  for each row execute function app.tg_limit_rows('consultations');
create trigger _100_stamp before insert on public.consultations
  for each row execute function app.tg_consultations__stamp();

create function app.fee_of(consultant uuid) returns numeric
language sql stable security definer set search_path = ''
as $$
  select coalesce((select consultation_fee from public.profiles where id = consultant), 0)
$$;

-- Returns false for a hidden consultant whom the caller does not know, to hide that the consultant exists.
create function app.is_profile_empty(consultant uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles p
    where p.id = consultant and p.role = 'consultant' and not p.is_filled
      and (not p.is_hidden or p.id in (select known.id from app.my_counterpart_ids() as known (id)))
  )
$$;

create function app.is_consultant_busy(consultant uuid, starts timestamptz, ends timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select starts < ends and exists (
    select from public.consultations
    where consultant_id = consultant and status = 'booked' and duration_minutes > 0
      and tstzrange(scheduled_at, ends_at) && tstzrange(starts, ends)
  )
$$;
grant execute on function app.fee_of(uuid), app.is_profile_empty(uuid), app.is_consultant_busy(uuid, timestamptz, timestamptz)
  to authenticated, service_role;

-- Refuses a booking until the facility's other booking with the consultant has ended. The lock makes a concurrent
-- booking wait.
create function app.tg_consultations__guard_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status <> 'booked' or new.ends_at <= now() then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(new.facility_id::text || new.consultant_id::text, 0));
  if exists (
    select from public.consultations
    where facility_id = new.facility_id and consultant_id = new.consultant_id
      and status = 'booked' and ends_at > now() and id <> new.id
  ) then
    perform app.refuse(409, 'consultation_exists', 'You already have a consultation with this consultant.',
      'Write in its chat, or cancel it first.');
  end if;
  return null;
end
$$;
create trigger _200_guard after insert on public.consultations
  for each row execute function app.tg_consultations__guard_insert();

create trigger _250_limit after insert on public.consultations
  for each row execute function app.tg_limit('consultations', 'facility_id');

create function app.tg_consultations__guard_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status = old.status then
    return null;
  end if;
  if old.status = 'cancelled' then
    perform app.refuse(409, 'consultation_cancelled', 'This consultation was canceled.', 'Book a new one.');
  end if;
  if old.scheduled_at <= now() then
    perform app.refuse(409, 'consultation_started', 'This consultation has started and cannot be canceled.',
      'Send the other person a message.');
  end if;
  return null;
end
$$;
create trigger _200_guard_update after update on public.consultations
  for each row execute function app.tg_consultations__guard_update();

create function app.tg_consultations__create_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.payments (consultation_id, payer_id, payee_id, amount, created_at)
  values (new.id, new.facility_id, new.consultant_id, new.fee, new.created_at);
  return null;
end
$$;
create trigger _300_create_payment after insert on public.consultations
  for each row when (new.fee > 0 and new.status = 'booked')
  execute function app.tg_consultations__create_payment();

create function app.tg_consultations__void_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.payments set status = 'void' where consultation_id = new.id and status = 'pending';
  return null;
end
$$;
create trigger _310_void_payment after update on public.consultations
  for each row when (new.status = 'cancelled' and old.status = 'booked')
  execute function app.tg_consultations__void_payment();
