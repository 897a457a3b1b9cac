-- Lists jobs that got no bid in three days, so that admins can look after them. The open items, the list and its search
-- all read this view, so their numbers agree.
create view app.jobs_without_bids with (security_invoker = true) as
  select j.* from app.biddable_jobs j
  where j.created_at < now() - interval '3 days'
    and not exists (
      select from public.bids b where b.job_id = j.id and b.status in ('pending', 'accepted')
    );
comment on view app.jobs_without_bids is
  'Jobs that were posted more than three days ago, can be bid on, and have no bid.';
grant select on app.jobs_without_bids to authenticated, service_role;

-- Returns the ids of the first jobs in the requested order. The gateway reads the whole result of a procedure, and
-- without a limit this would take a second. Callers who are not admins get no rows.
create function app.find_jobs_without_bids(sorted_by text, descending boolean, max_rows bigint) returns setof uuid
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if not (app.is_admin() or app.is_server()) then
    return;
  end if;
  if sorted_by is null or sorted_by not in ('created_at', 'budget', 'title') then
    perform app.refuse(400, 'order_unknown', 'This sort order does not exist.', 'Sort by created_at, budget or title.');
  end if;
  return query
    select j.id from app.jobs_without_bids j
    -- PostgreSQL plans the query for the given arguments. The cases for other orders then become constants, so that an
    -- index can provide the requested order.
    order by
      case when sorted_by = 'created_at' and descending then j.created_at end desc,
      case when sorted_by = 'created_at' and not descending then j.created_at end,
      case when sorted_by = 'budget' and descending then j.budget end desc,
      case when sorted_by = 'budget' and not descending then j.budget end,
      case when sorted_by = 'title' and descending then j.title end desc,
      case when sorted_by = 'title' and not descending then j.title end,
      j.id
    limit max_rows;
end
$$;

-- Counts the jobs up to the next multiple of 100 behind the page, so that the first page reads few rows and there is
-- always a next page. One row more tells that there are more jobs.
create function public.admin_find_jobs_without_bids(
  descending boolean default true, skip integer default 0, size integer default 10, sorted_by text default 'created_at'
)
returns table (id uuid, total bigint, has_more boolean)
language sql stable set search_path = ''
as $$
  select w.id, least(w.number, w.max_counted), w.number > w.max_counted
  from (
    select found.id, found.ordinal, count(*) over () as number, bounds.max_counted
    from (
        select least(100 * (1 + (greatest(skip, 0)::bigint + greatest(size, 0)) / 100), 10000)
      ) as bounds (max_counted),
      app.find_jobs_without_bids(sorted_by, descending, bounds.max_counted + 1)
        with ordinality as found (id, ordinal)
    where (select app.require_admin())
  ) as w
  where w.ordinal <= w.max_counted
  order by w.ordinal offset greatest(skip, 0) limit size
$$;
comment on function public.admin_find_jobs_without_bids(boolean, integer, integer, text) is
  'A page of the ids of admin_jobs_without_bids by created_at, budget or title, ascending or descending. The total '
  'stops at the next multiple of 100 behind the page and at 10,000, and has_more is true if there are more. For admins.';
grant execute on function
  public.admin_find_jobs_without_bids(boolean, integer, integer, text),
  app.find_jobs_without_bids(text, boolean, bigint)
  to authenticated, service_role;

create function public.admin_jobs_without_bids() returns setof public.jobs
language sql stable set search_path = ''
as $$
  select * from app.jobs_without_bids where (select app.require_admin())
$$;
comment on function public.admin_jobs_without_bids() is
  'Jobs that were posted more than three days ago, can be bid on, and have no bid. For admins.';
grant execute on function public.admin_jobs_without_bids() to authenticated, service_role;
