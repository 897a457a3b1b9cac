-- Visitors have grants only on the functions below. PostgreSQL lets PUBLIC, which includes visitors, execute each new
-- function by default.
with acl as (
  select c.oid::regclass::text as object, c.relnamespace as schema, null::name as function, a.*
  from pg_class c, aclexplode(c.relacl) a
  where c.relkind in ('r', 'p', 'f', 'v', 'm', 'S')
    and (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  union all
  select format('%s.%I', c.oid::regclass, t.attname), c.relnamespace, null, a.*
  from pg_class c
    join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
  where (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  union all
  select p.oid::regprocedure::text, p.pronamespace, p.proname, a.*
  from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
  where (p.tableoid, p.oid) not in (select classid, objid from pg_depend where deptype = 'e')
)
select object,
       format('%s is granted to %s', privilege_type, case grantee when 0 then 'public' else 'anon' end)
         as problem
from acl
where schema::regnamespace::text in ('public', 'app', 'private', 'storage')
  and (
    grantee = 0
    or grantee = to_regrole('anon')
      and coalesce(format('%s.%s', schema::regnamespace, function) not in (
        'public.submit_demo_request', 'app.submit_demo_request', 'app.refuse',
        -- These functions of the platform SQL read only their arguments and a setting of the request.
        'storage.foldername', 'storage.filename', 'storage.extension',
        'storage.operation', 'storage.allow_only_operation', 'storage.allow_any_operation'
      ), true)
  )
order by 1, 2;
