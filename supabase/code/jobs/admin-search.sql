create function app.admin_search_jobs(query text, wanted_state text, latest timestamptz, beyond uuid)
returns setof public.jobs
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  found record := app.admin_search(query);
begin
  return query
    select j.* from public.jobs j
    where (
        case when found.are_all_jobs then j.id = any (found.jobs) else j.title ilike found.pattern end
        or j.facility_id = any (found.people)
      )
      and case wanted_state
        when 'without_bids' then j.id in (select id from app.jobs_without_bids)
        else wanted_state is null or app.is_in_state(j, wanted_state)
      end
      and j.created_at <= coalesce(latest, 'infinity')
      and (beyond is null or j.created_at < latest or j.id > beyond)
    order by j.created_at desc, j.id
    limit app.search_limit();
end
$$;

-- Returns whether a job is in a state by which admins filter the list. "Open" includes awarded jobs, as in
-- admin_live_metrics.
create function app.is_in_state(job public.jobs, state text) returns boolean
language sql stable set search_path = ''
as $$
  select case state
    when 'open' then job.status = 'open' and not job.is_deleted
    when 'awarded' then job.status = 'open' and job.awarded_at is not null
    when 'finished' then job.status = 'finished'
    when 'deleted' then job.is_deleted
  end
$$;

select app.expose(
  'admin_search_jobs(query text, state text default null, latest timestamptz default null, beyond uuid default null)',
  'Finds jobs by a part of the title or of the facility''s name, or by an id. Returns at most 1,000, newest first. '
  'To continue, pass created_at of the last job as "latest" and its id as "beyond". For admins.'
);

create function public.can_release(job public.jobs) returns boolean
language sql stable set search_path = ''
as $$
  select job.status = 'open' and job.awarded_at is not null and app.is_admin()
$$;
comment on function public.can_release(public.jobs) is 'Whether the caller may revoke the award of the job.';

grant execute on function public.can_release(public.jobs) to authenticated, service_role;
