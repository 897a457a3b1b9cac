-- A function that clients call runs with the caller's rights. If it needs more rights, it calls a definer in app, which
-- makes its own checks.
select p.oid::regprocedure::text as object, 'is a security definer' as problem
from pg_proc p
where p.prosecdef
  and p.pronamespace = 'public'::regnamespace
  and (p.tableoid, p.oid) not in (select classid, objid from pg_depend where deptype = 'e')
order by 1;
