-- A procedure that clients call has their rights and no more; where it needs more, it calls a definer in
-- app, which checks for itself. bid_count tells a number to those who see the job.
select p.oid::regprocedure::text as object, 'is a security definer' as problem
from pg_proc p
where p.prosecdef
  and p.pronamespace = 'public'::regnamespace
  and (p.tableoid, p.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  and p.proname <> 'bid_count'
order by 1;
