-- Without security_invoker, a view ignores the policies for the caller. A materialized view cannot have this option.
select c.oid::regclass::text as object, 'lacks security_invoker' as problem
from pg_class c
where c.relkind in ('v', 'm')
  and c.relnamespace::regnamespace::text in ('public', 'app', 'private')
  and (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  and not exists (
    select
    from pg_options_to_table(c.reloptions)
    where option_name = 'security_invoker' and option_value::boolean
  )
order by 1;
