-- Adds four users whose number of jobs or bids does not depend on the size of the market. One facility posted 50 jobs,
-- and the other facility posted 300. One contractor was the first bidder on about 55 jobs, and the other contractor on
-- about 450. Forty other jobs get titles such as "Boiler 961", so that a search can find them. This file runs between
-- market.sql and market-talk.sql.
set local session_replication_role = replica;

create temporary table shares on commit drop as
  select md5('person' || m.facilities + m.contractors + 201 + s.n)::uuid as id,
         m.facilities + m.contractors + 201 + s.n as number, s.role, s.first_job, s.last_job
  from market m, (values
    (1, 'facility', 1, 50), (2, 'facility', 51, 350), (3, 'contractor', 401, 460), (4, 'contractor', 461, 960)
  ) as s (n, role, first_job, last_job);

insert into auth.users (id, email, created_at)
  select id, 'person' || number || '@example.com', now() - interval '1 year' from shares;
insert into public.profiles (id, role, username, full_name, company_name, created_at)
  select id, role, 'person-' || number, 'Person ' || number, 'Company ' || number, now() - interval '1 year' from shares;
insert into app.contacts (user_id, email, search_text)
  select id, 'person' || number || '@example.com',
         concat_ws(e'\n', 'person-' || number, 'person ' || number, 'person' || number || '@example.com', role)
  from shares;

create temporary table shared_jobs on commit drop as
  select md5('job' || n)::uuid as id, md5('bid' || n || ':0')::uuid as first_bid_id, s.id as person_id, s.role
  from shares s, generate_series(s.first_job, s.last_job) n;

update public.jobs j set facility_id = s.person_id
  from shared_jobs s where s.id = j.id and s.role = 'facility';
update public.bids b set contractor_id = s.person_id
  from shared_jobs s where s.first_bid_id = b.id and s.role = 'contractor';
update public.jobs j set awarded_contractor_id = s.person_id
  from shared_jobs s where s.id = j.id and s.role = 'contractor' and j.awarded_contractor_id is not null;

update public.jobs j set title = 'Boiler ' || n from generate_series(961, 1000) n where j.id = md5('job' || n)::uuid;
