-- A function in public runs with the caller's rights, and calls a definer in app for more rights.
select p.oid::regprocedure::text as object, 'is a security definer' as problem
from pg_proc p
where p.prosecdef
  and p.pronamespace = 'public'::regnamespace
  and (p.tableoid, p.oid) not in (select classid, objid from pg_depend where deptype = 'e')
order by 1;
