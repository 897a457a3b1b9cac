-- With a grant on the whole table, clients could write each column that a later migration adds.
select c.oid::regclass::text as object,
       format('%s is granted to %s without a list of columns', a.privilege_type,
         case a.grantee when 0 then 'public' else 'authenticated' end) as problem
from pg_class c, aclexplode(c.relacl) a
where c.relkind in ('r', 'p', 'f', 'v')
  and c.relnamespace::regnamespace::text in ('public', 'app', 'private', 'storage', 'auth', 'realtime')
  and (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  and a.privilege_type in ('INSERT', 'UPDATE')
  and a.grantee in (0, to_regrole('authenticated'))
order by 1, 2;
