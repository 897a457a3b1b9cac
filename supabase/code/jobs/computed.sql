-- What a person may do with a job, and how many bid on it, as columns that come with the row.

-- The number is for all who see the job, the bids are not.
create function app.live_bid_count(job uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.bids where job_id = job and status in ('pending', 'accepted')
$$;

create function public.bid_count(job public.jobs) returns bigint
language sql stable set search_path = ''
as $$
  -- Looked up anew: a caller could make up the row.
  select app.live_bid_count(id) from public.jobs where id = job.id
$$;
comment on function public.bid_count(public.jobs) is 'How many bids on the job live.';

create function public.can_edit(job public.jobs) returns boolean
language sql stable set search_path = ''
as $$
  select job.facility_id = auth.uid() and job.status = 'open' and not job.is_deleted
    and public.bid_count(job) = 0
$$;
comment on function public.can_edit(public.jobs) is 'Whether the person who asks may change the job.';

create function public.can_delete(job public.jobs) returns boolean
language sql stable set search_path = ''
as $$
  select job.facility_id = auth.uid() and not job.is_deleted and job.awarded_at is null
$$;
comment on function public.can_delete(public.jobs) is 'Whether the person who asks may delete the job.';

create function public.can_bid(job public.jobs) returns boolean
language sql stable set search_path = ''
as $$
  select app.my_role() = 'contractor'
    and job.status = 'open' and not job.is_deleted and job.awarded_at is null
    and not exists (
      select from public.bids
      where job_id = job.id and contractor_id = auth.uid() and status in ('pending', 'accepted')
    )
$$;
comment on function public.can_bid(public.jobs) is 'Whether the person who asks may bid on the job.';

create function public.can_finish(job public.jobs) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(job.awarded_contractor_id = auth.uid() and job.status = 'open', false)
$$;
comment on function public.can_finish(public.jobs) is 'Whether the person who asks may mark the job complete.';

grant execute on function
  public.bid_count(public.jobs), app.live_bid_count(uuid), public.can_edit(public.jobs), public.can_delete(public.jobs),
  public.can_bid(public.jobs), public.can_finish(public.jobs)
  to authenticated, service_role;
