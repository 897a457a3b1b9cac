-- The API documentation is generated from the comments on tables, views and functions that clients can use.
select object, 'has no comment' as problem
from (
  select c.oid::regclass::text as object, c.relnamespace as schema, c.tableoid as catalog, c.oid
  from pg_class c
  where c.relkind in ('r', 'p', 'f', 'v', 'm')
  union all
  select p.oid::regprocedure::text, p.pronamespace, p.tableoid, p.oid
  from pg_proc p
) as exposed
where schema = 'public'::regnamespace
  and (catalog, oid) not in (select classid, objid from pg_depend where deptype = 'e')
  and not exists (
    select
    from pg_description d
    where d.classoid = catalog and d.objoid = oid and d.objsubid = 0
  )
order by 1;
