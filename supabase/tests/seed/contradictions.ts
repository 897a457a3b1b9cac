// Each query returns the rows that contradict the demo's story.
export const contradictions = {
  'a row from the last 2 hours or the future': `
    select at from (
      select created_at as at from auth.users union all select updated_at from auth.users
      union all select last_sign_in_at from auth.users union all select last_active_at from public.profiles
      union all select created_at from auth.identities union all select created_at from public.profiles
      union all select created_at from public.jobs union all select awarded_at from public.jobs
      union all select finished_at from public.jobs union all select created_at from public.bids
      union all select created_at from public.consultations union all select created_at from public.reviews
      union all select created_at from public.payments union all select paid_at from public.payments
      union all select refunded_at from public.payments union all select created_at from public.messages
      union all select created_at from public.conversations union all select last_message_at from public.conversations
      union all select created_at from public.demo_requests union all select created_at from public.notices union all select at from app.audit_log
    ) as times where at > now() - interval '2 hours'`,
  'a job from before its facility joined': `
    select from public.jobs j join public.profiles p on p.id = j.facility_id where p.created_at >= j.created_at`,
  'a job whose award came before the bid, or whose end before the award': `
    select from public.jobs j join public.bids b on b.job_id = j.id and b.status = 'accepted'
    where b.created_at >= j.awarded_at or j.awarded_at >= j.finished_at or b.contractor_id <> j.awarded_contractor_id`,
  'a bid before its job or before its contractor joined': `
    select from public.bids b join public.jobs j on j.id = b.job_id join public.profiles p on p.id = b.contractor_id
    where b.created_at <= j.created_at or b.created_at <= p.created_at or p.role <> 'contractor'`,
  'a pending bid on a deleted job': `
    select from public.bids b join public.jobs j on j.id = b.job_id
    where b.status = 'pending' and (j.awarded_at is not null or j.is_deleted)`,
  "a consultation before its booking, before one of the two joined, or on another one's job": `
    select from public.consultations c
      join public.profiles f on f.id = c.facility_id join public.profiles k on k.id = c.consultant_id
      left join public.jobs j on j.id = c.job_id
    where c.scheduled_at <= c.created_at or c.created_at <= greatest(f.created_at, k.created_at, j.created_at)
      or j.facility_id <> c.facility_id or k.role <> 'consultant' or f.role <> 'facility'`,
  'a consultation on a weekend': `
    select from public.consultations
    where extract(isodow from scheduled_at at time zone app.time_zone()) in (6, 7)`,
  'a finished job or a booked consultation with a fee and without a payment': `
    select from public.jobs j where status = 'finished' and not exists (
      select from public.payments p join public.bids b on b.job_id = j.id and b.status = 'accepted'
      where p.job_id = j.id and p.created_at = j.finished_at and p.amount = b.amount)
    union all
    select from public.consultations c where fee > 0 and not exists (
      select from public.payments p
      where p.consultation_id = c.id and p.created_at = c.created_at and p.amount = c.fee)`,
  'a payment that was paid before it was due or refunded before it was paid': `
    select from public.payments
    where paid_at <= created_at or refunded_at <= paid_at or (paid_at is null) <> (reference is null)`,
  'a message before its conversation or after its end': `
    select from public.messages m join public.conversations c on c.id = m.conversation_id
      left join public.jobs j on j.id = c.job_id left join public.consultations k on k.id = c.consultation_id
    where m.created_at <= c.created_at or m.created_at >= coalesce(j.finished_at, k.ends_at)`,
  'a facility that wrote first to a contractor without an award': `
    select from public.messages m
      join public.conversations c on c.id = m.conversation_id join public.jobs j on j.id = c.job_id
    where m.seq = 1 and m.sender_id = c.facility_id and j.awarded_contractor_id is distinct from c.partner_id`,
  'messages out of order, or read ones after unread ones': `
    select from public.messages a join public.messages b
      on b.conversation_id = a.conversation_id and b.seq = a.seq + 1
    where b.created_at <= a.created_at or b.read and not a.read`,
  'a review before its consultation ended': `
    select from public.reviews r join public.consultations c on c.id = r.consultation_id
    where r.created_at <= c.ends_at`,
  'a user whose last activity is before one of their actions': `
    select from public.profiles p join (
      select facility_id as id, created_at as at from public.jobs
      union all select contractor_id, created_at from public.bids
      union all select facility_id, created_at from public.consultations
      union all select sender_id, created_at from public.messages
      union all select facility_id, created_at from public.reviews
      union all select payer_id, paid_at from public.payments
      union all select awarded_contractor_id, finished_at from public.jobs
    ) as acts on acts.id = p.id
    where p.last_active_at is null or p.last_active_at < acts.at`,
  'a notice that would be emailed, or has a wrong unread count': `
    select from public.notices where mail_at is not null
    union all
    select from (
      select recipient_id, conversation_id as source_id, count(*) as unread from public.messages where not read
      group by 1, 2
    ) as m full join (
      select recipient_id, source_id, count from public.notices where kind = 'message_received' and not read
    ) as n using (recipient_id, source_id)
    where m.unread is distinct from n.count`,
}
