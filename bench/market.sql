-- A market of 300,000 jobs and 1,000,000 bids over a year, for measuring. Triggers are off: the rows are
-- consistent as they are.
set local session_replication_role = replica;

create temporary table people on commit drop as
  select md5('person' || n)::uuid as id, n,
         case when n <= 1000 then 'facility' when n <= 3000 then 'contractor' when n <= 3200 then 'consultant' else 'admin' end as role
  from generate_series(1, 3201) n;

insert into auth.users (id, email, created_at)
  select id, 'person' || n || '@example.com', now() - (n % 365) * interval '1 day' from people;
insert into public.profiles (id, role, username, full_name, company_name, created_at)
  select id, role, 'person-' || n, 'Person ' || n, 'Company ' || n, now() - (n % 365) * interval '1 day' from people;
insert into app.contacts (user_id, email) select id, 'person' || n || '@example.com' from people;

-- A fifth is open, a tenth awarded, the rest finished.
insert into public.jobs (id, facility_id, title, description, budget, category, status, awarded_at, awarded_contractor_id, finished_at, created_at)
  select md5('job' || n)::uuid, md5('person' || 1 + n % 1000)::uuid, 'Job ' || n, 'Something to mend.', 100 + n % 900,
         (array['Electrical', 'Plumbing', 'HVAC', 'Roofing', 'Grounds', 'General', 'Other'])[1 + n % 7],
         case when n % 10 < 3 then 'open' else 'finished' end,
         case when n % 10 >= 2 then now() end,
         case when n % 10 >= 2 then md5('person' || 1001 + n % 2000)::uuid end,
         case when n % 10 >= 3 then now() end,
         now() - interval '365 days' * ((n * 7919::bigint) % 300000) / 300000
  from generate_series(1, 300000) n;

insert into public.bids (id, job_id, contractor_id, amount, status, created_at)
  select md5('bid' || n || ':' || k)::uuid, md5('job' || n)::uuid, md5('person' || 1001 + (n + k * 331) % 2000)::uuid, 90 + k,
         case when n % 10 < 2 then 'pending' when k = 0 then 'accepted' else 'rejected' end,
         now() - interval '365 days' * ((n * 7919::bigint) % 300000) / 300000
  from generate_series(1, 300000) n, generate_series(0, 3) k
  where k < 3 or n % 3 = 0;

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
