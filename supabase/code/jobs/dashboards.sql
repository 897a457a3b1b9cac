create view public.dashboard_facility_summary with (security_invoker = true) as
  select
    bids.contractors as active_contractors,
    (
      select count(distinct consultant_id) from public.consultations
      where facility_id = (select auth.uid()) and status = 'booked' and ends_at > now()
    ) as booked_consultants,
    jobs.open as active_jobs,
    jobs.total as total_jobs,
    bids.total as total_bids
  from (
      select count(*) filter (where status = 'open') as open, count(*) as total
      from public.jobs where facility_id = (select auth.uid()) and not is_deleted
    ) jobs,
    (
      select count(distinct b.contractor_id) filter (where b.status in ('pending', 'accepted')) as contractors,
             count(*) as total
      from public.bids b join public.jobs j on j.id = b.job_id
      where j.facility_id = (select auth.uid()) and not j.is_deleted
    ) bids
  where (select app.require_role('facility'));
comment on view public.dashboard_facility_summary is 'The statistics of the calling facility.';

create view public.dashboard_facility_job_bids with (security_invoker = true) as
  select b.id as bid_id, b.job_id, b.contractor_id,
         app.display_name(p) as contractor_name, b.amount,
         b.status as bid_status, b.created_at
  from public.bids b
    join public.jobs j on j.id = b.job_id
    join public.profiles p on p.id = b.contractor_id
  where j.facility_id = (select auth.uid()) and not j.is_deleted
    and (select app.require_role('facility'));
comment on view public.dashboard_facility_job_bids is 'The bids on the jobs of the facility that calls.';

-- Awarded bids include the bids of finished jobs. The view counts finished jobs by the column awarded_contractor_id. A
-- program that sets this column with the server's own key has to insert the accepted bid too.
create view public.dashboard_contractor_summary with (security_invoker = true) as
  select count(*) as total_bids,
         count(*) filter (where b.status = 'accepted') as awarded_bids,
         coalesce(
           round(100.0 * count(*) filter (where b.status = 'accepted') / nullif(count(*), 0), 1), 0
         ) as win_rate,
         count(*) filter (where b.status = 'pending') as pending_bids,
         (
           select count(*) from public.jobs
           where awarded_contractor_id = (select auth.uid()) and status = 'finished'
         ) as finished_bids,
         count(*) filter (where b.status = 'rejected') as rejected_bids,
         count(*) filter (where b.status = 'withdrawn') as withdrawn_bids,
         (
           select coalesce(sum(amount), 0) from public.payments
           where payee_id = (select auth.uid()) and status = 'pending'
         ) as amount_due,
         (
           select coalesce(sum(amount), 0) from public.payments
           where payee_id = (select auth.uid()) and status = 'paid'
         ) as amount_paid,
         -- This is null if no bid was accepted or rejected yet.
         round(
           100.0 * count(*) filter (where b.status = 'accepted')
             / nullif(count(*) filter (where b.status in ('accepted', 'rejected')), 0),
           1
         ) as decided_win_rate
  from public.bids b
  where b.contractor_id = (select auth.uid()) and (select app.require_role('contractor'));
comment on view public.dashboard_contractor_summary is 'The statistics of the calling contractor.';

-- The view repeats the conditions of app.biddable_jobs instead of reading it. Clients can embed other tables in a view
-- only if its columns come directly from a table.
create view public.dashboard_available_jobs with (security_invoker = true) as
  select j.id, j.title, j.description, j.category, j.location, j.budget, j.created_at,
         j.facility_id, app.display_name(p) as facility_name,
         public.bid_count(j) as bid_count,
         (
           select b.status from public.bids b
           where b.job_id = j.id and b.contractor_id = (select auth.uid())
           order by b.created_at desc limit 1
         ) as my_bid_status,
         public.can_bid(j) as can_bid, j.town
  from public.jobs j left join public.profiles p on p.id = j.facility_id
  where j.is_biddable
    -- The policy jobs_select also shows the jobs on which the caller has bid. This condition removes the jobs of banned
    -- facilities.
    and j.facility_id not in (select banned.id from app.banned_ids() as banned (id))
    and (select app.require_role('contractor'));
comment on view public.dashboard_available_jobs is
  'Jobs that are open for bids, with the number of pending and accepted bids, the status of the caller''s own '
  'latest bid and the town on the map, which is empty if it is unknown. For contractors.';

grant select on
  public.dashboard_facility_summary, public.dashboard_facility_job_bids,
  public.dashboard_contractor_summary, public.dashboard_available_jobs
  to authenticated, service_role;
