-- Creates a market with a history of one year. The settings market.* give its size. Triggers are off, because the rows
-- are already consistent. The users have consecutive numbers. The facilities come first. The contractors, 200
-- consultants and one admin follow in this order.
set local session_replication_role = replica;

create temporary table market on commit drop as
  select current_setting('market.jobs')::integer as jobs,
         current_setting('market.facilities')::integer as facilities,
         current_setting('market.contractors')::integer as contractors,
         current_setting('market.bids_of_jobs')::integer[] as bids_of_jobs;

create temporary table people on commit drop as
  select md5('person' || n)::uuid as id, n,
         case when n <= facilities then 'facility' when n <= facilities + contractors then 'contractor'
              when n <= facilities + contractors + 200 then 'consultant' else 'admin' end as role
  from market, generate_series(1, facilities + contractors + 201) n;

create temporary table numbered_jobs on commit drop as
  select n, bids_of_jobs[1 + n % cardinality(bids_of_jobs)] as bids,
         md5('person' || 1 + n % facilities)::uuid as facility_id,
         md5('person' || facilities + 1 + n % contractors)::uuid as first_bidder_id,
         now() - interval '365 days' * ((n * 7919::bigint) % jobs) / jobs as created_at
  from market, generate_series(1, jobs) n;

insert into auth.users (id, email, created_at)
  select id, 'person' || n || '@example.com', now() - (n % 365) * interval '1 day' from people;
insert into public.profiles (id, role, username, full_name, company_name, location, created_at)
  select id, role, 'person-' || n, 'Person ' || n, 'Company ' || n, 'Denver, CO', now() - (n % 365) * interval '1 day' from people;
insert into app.contacts (user_id, email, search_text)
  select id, 'person' || n || '@example.com',
         concat_ws(e'\n', 'person-' || n, 'person ' || n, 'person' || n || '@example.com', role)
  from people;

-- All jobs without bids are open without an award. Two tenths of the jobs with bids are open without an award, and one
-- tenth is open with an award. The rest is finished. The jobs are in all towns, and some in none.
insert into public.jobs (id, facility_id, title, description, town, budget, category, status, awarded_at, awarded_contractor_id, finished_at, created_at)
  select md5('job' || n)::uuid, facility_id, 'Job ' || n, 'Something to mend.',
         coalesce((array(select name from app.towns order by name))[n % 81], ''), 100 + n % 900,
         (array['Electrical', 'Plumbing', 'HVAC', 'Roofing', 'Grounds', 'General', 'Other'])[1 + n % 7],
         case when n % 10 < 3 or bids = 0 then 'open' else 'finished' end,
         case when n % 10 >= 2 and bids > 0 then now() end,
         case when n % 10 >= 2 and bids > 0 then first_bidder_id end,
         case when n % 10 >= 3 and bids > 0 then now() end,
         created_at
  from numbered_jobs;

insert into public.bids (id, job_id, contractor_id, amount, status, created_at)
  select md5('bid' || n || ':' || k)::uuid, md5('job' || n)::uuid,
         md5('person' || facilities + 1 + (n + k * 331) % contractors)::uuid, 90 + k,
         case when n % 10 < 2 then 'pending' when k = 0 then 'accepted' else 'rejected' end,
         created_at
  from market, numbered_jobs, generate_series(0, bids - 1) k;
