-- Each release drops and recreates the functions in code/. Create a function that an index or a check uses in a
-- migration.
select pg_describe_object(d.classid, d.objid, d.objsubid) as object,
       format('depends on %s, which stands in code/', o.name) as problem
from private.code_objects o
  join pg_depend d on d.refclassid = 'pg_proc'::regclass and d.refobjid = to_regprocedure(o.name)
where o.kind = 'routine'
  and (
    d.classid in ('pg_constraint'::regclass, 'pg_attrdef'::regclass)
    or d.classid = 'pg_class'::regclass and exists (select from pg_index where indexrelid = d.objid)
  )
order by 1, 2;
