-- Permissive policies are combined with OR, so one policy alone would not show what is allowed. A policy for ALL
-- overlaps with every action, and a policy for PUBLIC with every role.
select format('%I on %s', p.polname, p.polrelid::regclass) as object,
       format('stands beside %I for the same command and role', other.polname) as problem
from pg_policy p
  join pg_class c on c.oid = p.polrelid
  join pg_policy other on other.polrelid = p.polrelid and other.polname < p.polname
where c.relnamespace::regnamespace::text in ('public', 'app', 'private', 'storage', 'auth', 'realtime')
  and (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  and p.polpermissive and other.polpermissive
  and (p.polcmd = other.polcmd or '*' in (p.polcmd, other.polcmd))
  and (p.polroles && other.polroles or 0 = any (p.polroles || other.polroles))
order by 1, 2;
