-- Without row security, clients could read a table that has no policies yet. Definers run as the table's owner, to whom
-- policies apply only if row security is forced.
select c.oid::regclass::text as object,
       case
         when c.relrowsecurity then 'does not force row security'
         else 'does not enable row security'
       end as problem
from pg_class c
where c.relkind in ('r', 'p')
  and c.relnamespace::regnamespace::text in ('public', 'app', 'private')
  and (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  and not (c.relrowsecurity and c.relforcerowsecurity)
order by 1;
