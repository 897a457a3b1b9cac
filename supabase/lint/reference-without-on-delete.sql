-- Each reference states what happens when the referenced row is deleted, instead of relying on the default.
select format('%I on %s', f.conname, f.conrelid::regclass) as object, 'does not say on delete' as problem
from pg_constraint f
  join pg_class c on c.oid = f.conrelid
where f.contype = 'f'
  and f.confdeltype = 'a'
  and c.relnamespace::regnamespace::text in ('public', 'app', 'private')
  and (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
order by 1;
