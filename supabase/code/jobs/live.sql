-- Broadcasts changes of the available jobs to all contractors, on the private topic available-jobs. Each event has what
-- changed in dashboard_available_jobs, except the columns about the caller's own bid. A client can thus update its list
-- without a request. See docs/decisions/0062-available-jobs-by-broadcast.md.

-- Sends one event. A client ignores it if the event's transaction is part of the snapshot of an earlier read.
create function app.broadcast_available(event text, content jsonb) returns void
language sql set search_path = ''
as $$
  select realtime.send_unstored(
    content || jsonb_build_object('xid', pg_current_xact_id()::text), event, 'available-jobs'
  )
$$;

create function app.photo_paths_of(job uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(p.path order by p.position, p.id), '[]') from public.job_photos p where p.job_id = job
$$;

-- Returns the columns that decide whether a filtered list has the job, and where. Returns null for a job that is not
-- available.
create function app.available_job_position(job public.jobs) returns jsonb
language sql stable security definer set search_path = '' set timezone = 'UTC'
as $$
  select jsonb_build_object(
    'category', job.category, 'budget', job.budget, 'created_at', job.created_at, 'town', job.town
  )
  where app.is_available(job)
$$;

-- Returns the row as every contractor may see it, so it lacks the name of a facility with a hidden profile.
create function app.available_job_row(job public.jobs) returns jsonb
language sql stable security definer set search_path = '' set timezone = 'UTC'
as $$
  select jsonb_build_object(
    'id', job.id, 'title', job.title, 'description', job.description, 'category', job.category,
    'location', job.location, 'town', job.town, 'budget', job.budget, 'created_at', job.created_at,
    'facility_id', job.facility_id,
    'facility_name', case when not p.is_hidden then app.display_name(p) end, 'bid_count', app.active_bid_count_of(job.id),
    'photos', app.photo_paths_of(job.id)
  )
  from public.profiles p
  where p.id = job.facility_id and app.is_available(job)
$$;

-- Reports a job that appears, changes or disappears. The event has the position before and the row now.
create function app.tg_jobs__broadcast() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before_position jsonb;
  new_row jsonb;
begin
  if tg_op <> 'INSERT' then
    before_position := app.available_job_position(old);
  end if;
  if tg_op <> 'DELETE' then
    new_row := app.available_job_row(new);
  end if;
  if before_position is not null or new_row is not null then
    perform app.broadcast_available('job', jsonb_build_object(
      'id', coalesce(new.id, old.id), 'before', before_position, 'row', new_row, 'is_new', tg_op = 'INSERT'
    ));
  end if;
  return null;
end
$$;
create trigger _950_broadcast_insert after insert on public.jobs
  for each row when (new.is_biddable) execute function app.tg_jobs__broadcast();
create trigger _950_broadcast_update after update on public.jobs
  for each row when (
    (old.is_biddable or new.is_biddable)
    and (old.is_biddable, old.title, old.description, old.category, old.location, old.town, old.budget, old.created_at)
      is distinct from
        (new.is_biddable, new.title, new.description, new.category, new.location, new.town, new.budget, new.created_at)
  )
  execute function app.tg_jobs__broadcast();
create trigger _950_broadcast_delete after delete on public.jobs
  for each row when (old.is_biddable) execute function app.tg_jobs__broadcast();

-- Reports the numbers of bids of at most 100 jobs. Clients read their lists again if a statement changes more.
-- An accepted bid closes its job a moment later, so the job gets no report here.
-- The lock makes concurrent transactions count one after the other. It comes after the locks on the job and its bids.
create function app.report_bid_counts(job_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(job_ids) > 100 then
    perform app.broadcast_available('reload', '{}');
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(ids.id::text, 6)) from unnest(job_ids) as ids (id);
  perform app.broadcast_available('values', jsonb_build_object(
    'id', j.id, 'values', jsonb_build_object('bid_count', app.active_bid_count_of(j.id))
  ))
  from public.jobs j
  where j.id = any (job_ids)
    and app.is_available(j)
    and not exists (select from public.bids b where b.job_id = j.id and b.status = 'accepted');
end
$$;

create function app.tg_bids__broadcast() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.report_bid_counts(array(select distinct changed.job_id from changed order by changed.job_id));
  return null;
end
$$;
create function app.tg_bids__broadcast_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.report_bid_counts(array(
    select distinct changed.job_id from changed join before on before.id = changed.id
    where changed.status <> before.status order by changed.job_id
  ));
  return null;
end
$$;
create trigger _950_broadcast_insert after insert on public.bids referencing new table as changed
  for each statement execute function app.tg_bids__broadcast();
create trigger _950_broadcast_update after update on public.bids
  referencing old table as before new table as changed
  for each statement execute function app.tg_bids__broadcast_update();
create trigger _950_broadcast_delete after delete on public.bids referencing old table as changed
  for each statement execute function app.tg_bids__broadcast();

create function app.tg_job_photos__broadcast() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.broadcast_available('values', jsonb_build_object(
    'id', j.id, 'values', jsonb_build_object('photos', app.photo_paths_of(j.id))
  ))
  from public.jobs j
  where j.id in (select changed.job_id from changed) and app.is_available(j);
  return null;
end
$$;
create trigger _950_broadcast_insert after insert on public.job_photos referencing new table as changed
  for each statement execute function app.tg_job_photos__broadcast();
create trigger _950_broadcast_update after update on public.job_photos referencing new table as changed
  for each statement execute function app.tg_job_photos__broadcast();
create trigger _950_broadcast_delete after delete on public.job_photos referencing old table as changed
  for each statement execute function app.tg_job_photos__broadcast();

-- Reports the new name of a facility that has available jobs. If the facility hides or shows its profile, clients read
-- their lists again.
create function app.tg_profiles__broadcast() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.jobs j where j.facility_id = new.id and j.is_biddable) then
    return null;
  end if;
  if new.is_hidden <> old.is_hidden or new.role is distinct from old.role then
    perform app.broadcast_available('reload', '{}');
  elsif not new.is_hidden and app.display_name(new) is distinct from app.display_name(old) then
    perform app.broadcast_available('values', jsonb_build_object(
      'facility_id', new.id, 'values', jsonb_build_object('facility_name', app.display_name(new))
    ));
  end if;
  return null;
end
$$;
create trigger _950_broadcast after update of company_name, full_name, username, is_hidden, role on public.profiles
  for each row when (old.role = 'facility') execute function app.tg_profiles__broadcast();

-- A ban hides all jobs of a facility, and its end shows them. Clients then read their lists again.
create function app.tg_contacts__broadcast() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.jobs j where j.facility_id = new.user_id and j.is_biddable) then
    perform app.broadcast_available('reload', '{}');
  end if;
  return null;
end
$$;
create trigger _950_broadcast after update of banned_until on app.contacts
  for each row when (new.banned_until is distinct from old.banned_until)
  execute function app.tg_contacts__broadcast();
