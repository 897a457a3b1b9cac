-- The jobs that an admin looks after: on which no bid has stood for three days, though there could. What waits, the list
-- and its search all read them here, so that their numbers agree.
create view app.jobs_without_bids with (security_invoker = true) as
  select j.* from app.jobs_for_bids j
  where j.created_at < now() - interval '3 days'
    and not exists (
      select from public.bids b where b.job_id = j.id and b.status in ('pending', 'accepted')
    );
comment on view app.jobs_without_bids is 'Jobs on which no bid has stood for three days.';
grant select on app.jobs_without_bids to authenticated, service_role;

-- The first of them from either end of the time: a thousand, and one that says there are more. A definer that looks who asks,
-- and for everybody else finds none: the gateway takes what a procedure answers whole, and of all of them that is a second.
create function app.find_jobs_without_bids(descending boolean) returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if not (app.is_admin() or app.is_server()) then
    return;
  end if;
  return query
    select j.id, j.created_at from app.jobs_without_bids j
    order by
      case when descending then j.created_at end desc,
      case when not descending then j.created_at end,
      j.id
    limit 1001;
end
$$;

create function public.admin_find_jobs_without_bids(
  descending boolean default true, skip integer default 0, size integer default 10
)
returns table (id uuid, total bigint, has_more boolean)
language sql stable set search_path = ''
as $$
  select w.id, least(w.number, 1000), w.number > 1000
  from (
    select found.id, found.place, count(*) over () as number
    from app.find_jobs_without_bids(descending) with ordinality as found (id, created_at, place)
    where (select app.require_admin())
  ) as w
  where w.place <= 1000
  order by w.place offset greatest(skip, 0) limit size
$$;
comment on function public.admin_find_jobs_without_bids(boolean, integer, integer) is
  'A page of the ids of admin_jobs_without_bids, the newest or the oldest first, counted to 1,000; has_more says that there are '
  'more. For admins.';
grant execute on function
  public.admin_find_jobs_without_bids(boolean, integer, integer), app.find_jobs_without_bids(boolean)
  to authenticated, service_role;

create function public.admin_jobs_without_bids() returns setof public.jobs
language sql stable set search_path = ''
as $$
  select * from app.jobs_without_bids where (select app.require_admin())
$$;
comment on function public.admin_jobs_without_bids() is 'Jobs on which no bid has stood for three days. For admins.';
grant execute on function public.admin_jobs_without_bids() to authenticated, service_role;
