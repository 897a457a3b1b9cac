-- Adds conversations, messages and payments for the jobs and bids of market.sql.
set local session_replication_role = replica;

insert into public.conversations (job_id, facility_id, partner_id, created_at)
  select b.job_id, j.facility_id, b.contractor_id, b.created_at
  from public.bids b join public.jobs j on j.id = b.job_id;

-- Only one job in ten has messages in its conversations. In one of seven such jobs, the newest two messages of each
-- conversation are unread.
create temporary table talks on commit drop as
  select c.*, current_setting('market.messages_each')::integer as messages
  from public.conversations c where hashtext(c.job_id::text) % 10 = 0;

update public.conversations c
  set seq = t.messages, last_content = 'Ok', last_sender_name = 'Person', last_message_at = t.created_at
  from talks t where t.id = c.id;

-- Inserts the messages of all conversations in the order of their times. The rows of one conversation are therefore
-- spread over the table, as in real use.
insert into public.messages (conversation_id, seq, job_id, sender_id, recipient_id, sender_name, content, read, created_at)
  select id, s, job_id, case s % 2 when 1 then partner_id else facility_id end,
         case s % 2 when 1 then facility_id else partner_id end, 'Person', 'Ok',
         s <= messages - 2 or hashtext(job_id::text) % 7 <> 0, created_at - (messages - s) * interval '1 hour'
  from talks, generate_series(1, messages) s
  order by created_at - (messages - s) * interval '1 hour';

-- One payment in twenty is still due.
insert into public.payments (job_id, payer_id, payee_id, amount, status, paid_at, created_at)
  select id, facility_id, awarded_contractor_id, 90, case when is_due then 'pending' else 'paid' end,
         case when not is_due then created_at end, created_at
  from public.jobs, lateral (select hashtext(id::text) % 20 = 0 as is_due) due
  where status = 'finished';
