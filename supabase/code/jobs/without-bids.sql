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

create function public.admin_jobs_without_bids() returns setof public.jobs
language sql stable set search_path = ''
as $$
  select * from app.jobs_without_bids where (select app.require_admin())
$$;
comment on function public.admin_jobs_without_bids() is 'Jobs on which no bid has stood for three days. For admins.';
grant execute on function public.admin_jobs_without_bids() to authenticated, service_role;
