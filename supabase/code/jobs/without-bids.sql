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

-- The first of them from either end of an order: a thousand, and one that says there are more. A definer that looks who asks,
-- and for everybody else finds none: the gateway takes what a procedure answers whole, and of all of them that is a second.
create function app.find_jobs_without_bids(sorted_by text, descending boolean) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if not (app.is_admin() or app.is_server()) then
    return;
  end if;
  if sorted_by is null or sorted_by not in ('created_at', 'budget', 'title') then
    perform app.refuse(400, 'order_unknown', 'This order is not known.', 'Sort by created_at, budget or title.');
  end if;
  return query
    select j.id from app.jobs_without_bids j
    -- What is not asked for is the same of all rows, which leaves an order that an index has.
    order by
      case when sorted_by = 'created_at' and descending then j.created_at end desc,
      case when sorted_by = 'created_at' and not descending then j.created_at end,
      case when sorted_by = 'budget' and descending then j.budget end desc,
      case when sorted_by = 'budget' and not descending then j.budget end,
      case when sorted_by = 'title' and descending then j.title end desc,
      case when sorted_by = 'title' and not descending then j.title end,
      j.id
    limit 1001;
end
$$;

create function public.admin_find_jobs_without_bids(
  descending boolean default true, skip integer default 0, size integer default 10, sorted_by text default 'created_at'
)
returns table (id uuid, total bigint, has_more boolean)
language sql stable set search_path = ''
as $$
  select w.id, least(w.number, 1000), w.number > 1000
  from (
    select found.id, found.place, count(*) over () as number
    from app.find_jobs_without_bids(sorted_by, descending) with ordinality as found (id, place)
    where (select app.require_admin())
  ) as w
  where w.place <= 1000
  order by w.place offset greatest(skip, 0) limit size
$$;
comment on function public.admin_find_jobs_without_bids(boolean, integer, integer, text) is
  'A page of the ids of admin_jobs_without_bids by created_at, budget or title, the last or the first of them first, counted to 1,000; '
  'has_more says that there are more. For admins.';
grant execute on function
  public.admin_find_jobs_without_bids(boolean, integer, integer, text), app.find_jobs_without_bids(text, boolean)
  to authenticated, service_role;

create function public.admin_jobs_without_bids() returns setof public.jobs
language sql stable set search_path = ''
as $$
  select * from app.jobs_without_bids where (select app.require_admin())
$$;
comment on function public.admin_jobs_without_bids() is 'Jobs on which no bid has stood for three days. For admins.';
grant execute on function public.admin_jobs_without_bids() to authenticated, service_role;
