-- This view decides what an open item is, and the screens decide its wording.

-- Names and titles are in the outer select, so that PostgreSQL looks them up only for returned rows.
create view public.dashboard_waiting with (security_invoker = true) as
  select w.kind, w.id,
         coalesce(
           w.title,
           (
             select app.consultation_title(c.scheduled_at, (select app.my_time_zone()))
             from public.consultations c where c.id = w.consultation_id
           )
         ) as title,
         w.job_id, w.consultation_id, w.other_id,
         coalesce(
           w.other_name, (select app.display_name(p) from public.profiles p where p.id = w.other_id)
         ) as other_name,
         w.amount, w.count, w.since
  from (
    -- The row of a job with only one bid names the bidder.
    select 'bids_to_judge' as kind, j.id, j.title, j.id as job_id, null::uuid as consultation_id,
           b.bidder as other_id, null::text as other_name, b.lowest as amount, b.number as count, b.since
    from public.jobs j,
         lateral (
           select count(*) as number, min(amount) as lowest, min(created_at) as since,
                  case when count(*) = 1 then min(contractor_id::text)::uuid end as bidder
           from public.bids where job_id = j.id and status = 'pending'
         ) as b
    where j.facility_id = (select auth.uid())
      and j.is_biddable and b.number > 0
  union all
    select 'payment_due', pay.id, j.title, pay.job_id, pay.consultation_id,
           pay.payee_id, null, pay.amount, 1, pay.created_at
    from public.payments pay left join public.jobs j on j.id = pay.job_id
    where pay.payer_id = (select auth.uid()) and pay.status = 'pending'
  union all
    -- A facility can write a review at any time, but the review is an open item for only 60 days.
    select 'review_to_leave', c.id, null, c.job_id, c.id, c.consultant_id, null, null, 1, c.ends_at
    from public.consultations c
    where c.facility_id = (select auth.uid()) and c.status = 'booked'
      and c.ends_at between now() - interval '60 days' and now()
      and not exists (select from public.reviews r where r.consultation_id = c.id)
  union all
    select 'job_to_finish', j.id, j.title, j.id, null, j.facility_id, null, b.amount, 1, j.awarded_at
    from public.jobs j join public.bids b on b.job_id = j.id and b.status = 'accepted'
    where j.awarded_contractor_id = (select auth.uid()) and j.status = 'open' and not j.is_deleted
  union all
    select 'consultation_soon', c.id, null, c.job_id, c.id,
           case when c.facility_id = (select auth.uid()) then c.consultant_id else c.facility_id end,
           null, null, 1, c.scheduled_at
    from public.consultations c
    where (select auth.uid()) in (c.facility_id, c.consultant_id) and c.status = 'booked'
      and c.ends_at > now() and c.scheduled_at < now() + interval '24 hours'
  union all
    select 'messages', m.conversation_id, min(j.title), m.job_id, m.consultation_id,
           m.sender_id, max(m.sender_name), null, count(*), min(m.created_at)
    from public.messages m left join public.jobs j on j.id = m.job_id
    where m.recipient_id = (select auth.uid()) and not m.read
    group by m.conversation_id, m.job_id, m.consultation_id, m.sender_id
  union all
    select 'demo_request', d.id, d.company, null, null, null, d.full_name, null, 1, d.created_at
    from public.demo_requests d
    where (select app.is_admin()) and not d.handled
  union all
    select 'newcomer', n.id, n.address, null, null, null, n.full_name, null, 1, n.since
    from app.unbanned_newcomers() n
  union all
    -- The 101st row means more than 100, because an exact count would be slow in a large market.
    select 'job_without_bids', j.id, j.title, j.id, null, j.facility_id, null, j.budget, 1, j.created_at
    from (
      select * from app.jobs_without_bids
      where (select app.is_admin())
      order by created_at desc limit 101
    ) as j
  union all
    -- All emails that the server gave up on are one item.
    select 'unsent_mails', m.newest, 'Mails', null, null, null, null, null, m.number, m.since
    from app.unsent_mails() m
  ) as w;
comment on view public.dashboard_waiting is
  'The open items of the caller: bids to review, payments due, reviews to leave, work to finish, consultations within '
  '24 hours and unread messages. For admins: demo requests, the newest 101 users without a role, the newest 101 jobs '
  'without a bid for three days, and emails that the server gave up on.';
grant select on public.dashboard_waiting to authenticated, service_role;

-- The screens show these counts on links to the full lists.
create view public.dashboard_waiting_counts with (security_invoker = true) as
  select kind, sum(count)::bigint as number from public.dashboard_waiting group by kind;
comment on view public.dashboard_waiting_counts is
  'The numbers of the caller''s open items by kind. Each bid, unread message and failed email counts. Jobs without bids '
  'and users without a role are counted up to 101.';
grant select on public.dashboard_waiting_counts to authenticated, service_role;
