-- With an open search path, a definer could use the caller's own table or operator with the definer's rights.
select p.oid::regprocedure::text as object, 'lacks set search_path = ''''' as problem
from pg_proc p
where p.prokind <> 'a'
  and p.pronamespace::regnamespace::text in ('public', 'app', 'private')
  and (p.tableoid, p.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  and 'search_path=""' <> all (coalesce(p.proconfig, '{}'))
order by 1;
