-- A policy that is always true restricts nothing.
select format('%I on %s', p.polname, p.polrelid::regclass) as object,
       format('says %s (true)', e.clause) as problem
from pg_policy p
  join pg_class c on c.oid = p.polrelid,
  lateral (
    values ('using', pg_get_expr(p.polqual, p.polrelid)),
           ('with check', pg_get_expr(p.polwithcheck, p.polrelid))
  ) as e(clause, expression)
where c.relnamespace::regnamespace::text in ('public', 'app', 'private', 'storage', 'auth', 'realtime')
  and (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  and e.expression = 'true'
order by 1, 2;
