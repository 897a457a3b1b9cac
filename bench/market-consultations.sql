-- Adds one consultation for every ten jobs of market.sql. In a market of any size, the first consultant has 100
-- consultations, and the first facility booked 60 of those. This file runs after market-shares.sql.
set local session_replication_role = replica;

create temporary table slots on commit drop as
  select n, facilities + contractors + case when n <= 100 then 1 else 2 + n % 199 end as consultant,
         case when n <= 60 then 1 else 2 + n % (facilities - 1) end as facility,
         -- A consultant's consultations start at least 16 hours apart, so they never overlap. Some start within
         -- the next seven days, and the others are over.
         date_trunc('hour', now()) + interval '7 days'
           - case when n <= 100 then n else n / 199 end * interval '16 hours' as starts
  from market, generate_series(1, jobs / 10) n;

insert into public.consultations (id, consultant_id, facility_id, fee, scheduled_at, duration_minutes, ends_at, status, created_at)
  select md5('consultation' || n)::uuid, md5('person' || consultant)::uuid, md5('person' || facility)::uuid,
         0, starts, 60, starts + interval '60 minutes', case when n % 10 = 0 then 'cancelled' else 'booked' end,
         starts - interval '10 days'
  from slots order by starts;
