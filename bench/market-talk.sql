-- What follows from the jobs and bids of market.sql: conversations, messages, payments.
set local session_replication_role = replica;

insert into public.conversations (job_id, facility_id, partner_id, created_at)
  select b.job_id, j.facility_id, b.contractor_id, b.created_at
  from public.bids b join public.jobs j on j.id = b.job_id;

-- One conversation in ten has been used.
with used as (
  update public.conversations c set seq = 2, last_content = 'Ok', last_sender_name = 'Person', last_message_at = created_at
  where hashtext(c.id::text) % 10 = 0 returning *
)
insert into public.messages (conversation_id, seq, job_id, sender_id, recipient_id, sender_name, content, read, created_at)
  select id, s, job_id, case s when 1 then partner_id else facility_id end,
         case s when 1 then facility_id else partner_id end, 'Person', 'Ok', hashtext(id::text) % 7 <> 0, created_at
  from used, generate_series(1, 2) s;

insert into public.payments (job_id, payer_id, payee_id, amount, status, paid_at, created_at)
  select id, facility_id, awarded_contractor_id, 90, 'paid', created_at, created_at from public.jobs where status = 'finished';
