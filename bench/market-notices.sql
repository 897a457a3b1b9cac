-- Adds a notice for each bid of the last 90 days. The facility that posted the job receives the notice. Older notices
-- would have expired. Notices older than two weeks are marked as read.
set local session_replication_role = replica;

insert into public.notices (recipient_id, kind, source_id, job_id, other_id, amount, read, created_at)
  select j.facility_id, 'bid_received', b.id, b.job_id, b.contractor_id, b.amount,
         b.created_at < now() - interval '14 days', b.created_at
  from public.bids b join public.jobs j on j.id = b.job_id
  where b.created_at > now() - interval '90 days'
  order by b.created_at;
