-- Finds the towns of jobs and contractors, and the distances between them. app.town_of has the rule.

-- Returns the great-circle distance of two points.
create function app.miles(latitude numeric, longitude numeric, to_latitude numeric, to_longitude numeric)
returns double precision
language sql immutable set search_path = ''
as $$
  select 2 * 3958.8 * asin(sqrt(
    sind((to_latitude - latitude)::double precision / 2) ^ 2
    + cosd(latitude) * cosd(to_latitude) * sind((to_longitude - longitude)::double precision / 2) ^ 2
  ))
$$;

-- Returns the town of the caller's profile, or '' if it is unknown.
create function app.my_town() returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select app.town_of(p.location) from public.profiles p where p.id = auth.uid()), '')
$$;

-- Returns all towns with their whole miles from the caller's town, or null if that is unknown.
create function app.towns_by_distance() returns table (name text, miles integer)
language sql stable security definer set search_path = ''
as $$
  select t.name, round(app.miles(home.latitude, home.longitude, t.latitude, t.longitude))::integer
  from app.towns t left join app.towns home on home.name = (select app.my_town())
$$;

-- A new job waits for a concurrent change of its facility's profile, or the change waits for the job. An update needs no
-- lock on the profile, because the change of the profile locks the jobs.
create function app.tg_jobs__place() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform from public.profiles where id = new.facility_id for share;
  end if;
  new.town := app.town_of_job(new.location, new.facility_id);
  return new;
end
$$;
create trigger _110_place_insert before insert on public.jobs
  for each row execute function app.tg_jobs__place();
-- A job with an award does not follow its facility, so its town may be old when the award is released.
create trigger _110_place_update before update on public.jobs
  for each row when (
    (old.location, old.facility_id, old.town) is distinct from (new.location, new.facility_id, new.town)
    or (old.awarded_at is not null and new.awarded_at is null)
  )
  execute function app.tg_jobs__place();

-- Moves the biddable jobs that have no known place of their own to the new town of their facility.
create function app.tg_profiles__place_jobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_town constant text := case when old.is_hidden then '' else app.town_of(old.location) end;
  new_town constant text := case when new.is_hidden then '' else app.town_of(new.location) end;
begin
  if new_town = old_town then
    return null;
  end if;
  -- A concurrent update of a job, such as the release of its award, may have read the old profile.
  perform from public.jobs j
    where j.facility_id = new.id and j.status = 'open' and not j.is_deleted
    order by j.id for no key update;
  update public.jobs j set town = new_town
    where j.facility_id = new.id and j.is_biddable and j.town <> new_town and app.town_of(j.location) = '';
  return null;
end
$$;
create trigger _320_place_jobs after update on public.profiles
  for each row when (
    new.role = 'facility' and (old.location, old.is_hidden) is distinct from (new.location, new.is_hidden)
  )
  execute function app.tg_profiles__place_jobs();

-- Returns the towns for the map, each with the number of matching jobs. A town with one job also has its id, its budget
-- and the caller's pending bid on it. A row without a name has the jobs whose town is unknown, at any distance.
create function app.available_job_towns(
  query text, wanted_category text, budget_from numeric, budget_to numeric, within_miles integer
)
returns table (
  name text, latitude numeric, longitude numeric, size integer, miles integer, jobs integer,
  job_id uuid, budget numeric, my_bid numeric, snapshot text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
set work_mem = '32MB'
as $$
declare
  max_matches constant integer := 10000;
  condition constant tsquery := case when query <> '' then app.job_search(query) end;
  towns text[];
begin
  perform app.require_role('contractor');
  perform app.check_text('The search', query, 200);
  if within_miles is not null then
    towns := array_append(app.wanted_towns(within_miles, null), '');
  end if;
  return query
    with matches as (
      select j.id, j.town, j.budget from app.biddable_jobs j
      where (wanted_category is null or j.category = wanted_category)
        and (available_job_towns.budget_from is null or j.budget >= available_job_towns.budget_from)
        and (available_job_towns.budget_to is null or j.budget <= available_job_towns.budget_to)
        and (condition is null or app.job_words(j.title, j.description, j.location, j.category) @@ condition)
        and (towns is null or j.town = any (towns))
      limit case when condition is not null then max_matches end
    ), counted as (
      select m.town, count(*)::integer as jobs, (array_agg(m.id))[1] as first_id, min(m.budget) as lowest
      from matches m group by m.town
    )
    select places.name, places.latitude, places.longitude, places.size, places.miles, coalesce(c.jobs, 0),
           case when c.jobs = 1 then c.first_id end, case when c.jobs = 1 then c.lowest end,
           (
             select b.amount from public.bids b
             where c.jobs = 1 and b.job_id = c.first_id and b.contractor_id = auth.uid() and b.status = 'pending'
           ),
           pg_current_snapshot()::text
    from (
      select t.name, t.latitude, t.longitude, t.size::integer, d.miles
      from app.towns t join app.towns_by_distance() d on d.name = t.name
      union all
      select '', null, null, null, null
    ) places left join counted c on c.town = places.name
    order by places.name;
end
$$;

select app.expose(
  'available_job_towns(query text default '''', category text default null, budget_from numeric default null, '
  'budget_to numeric default null, within_miles integer default null)',
  'The towns of the map, each with its distance from the town of the caller''s profile and the number of the jobs that '
  'find_available_jobs finds there. A town with one job also has its id, its budget and the caller''s pending bid. The row '
  'without a name has the jobs whose town is unknown, at any distance. With a search, at most 10,000 jobs are counted. '
  'For contractors.'
);
