-- Each release drops and recreates the functions in code/. An index or a check that depends on such a function could
-- block the drop, or could be dropped too. An index could also keep values of the old version. Create such a function
-- in a migration.
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
