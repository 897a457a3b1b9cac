create function app.active_bid_count_of(job uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.bids b where b.job_id = job and b.status in ('pending', 'accepted')
$$;

-- Returns the number of pending and accepted bids on a job. All users who see the job get the number, even if they
-- cannot see the bids. The condition below repeats the policy jobs_select for this one job. The policy itself would
-- read all bids of the caller for each row.
create function app.bid_count_of(job uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select app.active_bid_count_of(j.id)
  from public.jobs j
  where j.id = job
    and (
      j.facility_id = auth.uid()
      or (
        j.is_biddable and app.my_role() = 'contractor'
        and j.facility_id not in (select banned.id from app.banned_ids() as banned (id))
      )
      or exists (select from public.bids m where m.job_id = j.id and m.contractor_id = auth.uid())
      or app.is_admin() or app.is_server()
    )
$$;

create function public.bid_count(job public.jobs) returns bigint
language sql stable set search_path = ''
as $$
  select app.bid_count_of(job.id)
$$;
comment on function public.bid_count(public.jobs) is 'The number of pending and accepted bids on the job.';

create function public.can_edit(job public.jobs) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(job.facility_id = app.my_id_as('facility'), false) and job.status = 'open' and not job.is_deleted
    and public.bid_count(job) = 0
$$;
comment on function public.can_edit(public.jobs) is 'Whether the caller may change the job.';

create function public.can_delete(job public.jobs) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(job.facility_id = app.my_id_as('facility'), false) and not job.is_deleted and job.awarded_at is null
$$;
comment on function public.can_delete(public.jobs) is 'Whether the caller may delete the job.';

create function public.can_bid(job public.jobs) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(job.facility_id <> app.my_id_as('contractor'), false)
    and job.is_biddable
    and job.facility_id not in (select banned.id from app.banned_ids() as banned (id))
    and not exists (
      select from public.bids
      where job_id = job.id and contractor_id = auth.uid() and status in ('pending', 'accepted')
    )
$$;
comment on function public.can_bid(public.jobs) is 'Whether the caller may bid on the job.';

create function public.can_finish(job public.jobs) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(job.awarded_contractor_id = app.my_id_as('contractor'), false) and job.status = 'open'
$$;
comment on function public.can_finish(public.jobs) is 'Whether the caller may mark the job complete.';

grant execute on function
  public.bid_count(public.jobs), app.bid_count_of(uuid), public.can_edit(public.jobs), public.can_delete(public.jobs),
  public.can_bid(public.jobs), public.can_finish(public.jobs)
  to authenticated, service_role;
