-- This file replaces the demo users' notices, because the triggers created notices with the current time. Notices
-- that were read and are older than two weeks are left out.

delete from public.notices where recipient_id in (select pg_temp.user_id(name) from demo_people);

insert into public.notices (id, recipient_id, kind, source_id, job_id, consultation_id, other_id, amount, count, read, created_at)
select pg_temp.id('notice', kind || source || recipient), recipient, kind, source, job, consultation, other, amount, count,
       read, at
from (
  select j.facility_id as recipient, 'bid_received' as kind, b.id as source, j.id as job, null::uuid as consultation,
         b.contractor_id as other, b.amount, 1 as count, b.status <> 'pending' as read, b.created_at as at
  from public.bids b join public.jobs j on j.id = b.job_id
union all
  select b.contractor_id, 'bid_accepted', b.id, j.id, null, j.facility_id, b.amount, 1, true, j.awarded_at
  from public.bids b join public.jobs j on j.id = b.job_id
  where b.status = 'accepted'
union all
  select b.contractor_id, 'bid_rejected', b.id, j.id, null, j.facility_id, b.amount, 1, true, j.awarded_at
  from public.bids b join public.jobs j on j.id = b.job_id
  where b.status = 'rejected' and j.awarded_at is not null
union all
  select facility_id, 'job_finished', id, id, null, awarded_contractor_id, null, 1, true, finished_at
  from public.jobs
  where status = 'finished'
union all
  select consultant_id, 'consultation_booked', id, null, id, facility_id, null, 1, true, created_at
  from public.consultations
  where status = 'booked'
union all
  select payer_id, 'payment_due', id, job_id, consultation_id, payee_id, amount, 1, status <> 'pending', created_at
  from public.payments
  where job_id is not null
union all
  select payee_id, 'payment_recorded', id, job_id, consultation_id, payer_id, amount, 1, true, paid_at
  from public.payments
  where status = 'paid'
union all
  select recipient_id, 'message_received', conversation_id, job_id, consultation_id, sender_id, null, count(*)::integer,
         false, max(created_at)
  from public.messages
  where not read
  group by recipient_id, conversation_id, job_id, consultation_id, sender_id
) as told
where recipient in (select pg_temp.user_id(name) from demo_people)
  and (not read or at > pg_temp.ago(14, time '00:00'));
