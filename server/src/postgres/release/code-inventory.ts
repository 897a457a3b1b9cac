// Lists the objects in a database. Objects that code/ may create have a command that drops them.
import type pg from 'pg'
import { notFromExtension, userSchemas } from '../catalog.ts'

export interface DatabaseObject {
  kind: string
  name: string
  /** Null for objects that belong in a migration, and not in code/. */
  dropCommand: string | null
}

const fromExtension = (catalog: string, oid: string) => `not ${notFromExtension(catalog, oid)}`

// Selects objects of kinds that belong in a migration, and gives these objects no drop command. The names of defaults,
// row security and default rights include the current state. A change of this state therefore appears as a new object.
const lasting = `
  select null::oid as oid, kind, name, null::text as drop_command
  from (
    select 'schema' as kind, nspname::text as name
    from pg_namespace where oid in (select oid from own_schema)
    union all
    select 'type', t.oid::regtype::text
    from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace in (select oid from own_schema)
      and (t.typtype in ('e', 'd', 'r', 'm') or c.relkind = 'c')
      and ${notFromExtension('pg_type', 't.oid')}
    union all
    select 'index', c.oid::regclass::text
    from pg_class c
    where c.relnamespace in (select oid from own_schema) and c.relkind in ('i', 'I')
    union all
    select 'constraint', format('%I on %s', conname, conrelid::regclass)
    from pg_constraint
    where connamespace in (select oid from own_schema) and conrelid <> 0 and contype <> 't'
    union all
    select 'rule', format('%I on %s', rulename, ev_class::regclass)
    from pg_rewrite where rulename <> '_RETURN'
    union all
    select 'default', format('%s.%s = %s', adrelid::regclass, adnum, pg_get_expr(adbin, adrelid))
    from pg_attrdef
    union all
    select 'row security', format('%s %s %s', oid::regclass, relrowsecurity, relforcerowsecurity)
    from pg_class where relnamespace in (select oid from own_schema) and relkind in ('r', 'p')
    union all
    select 'default rights', format('%s %s %s %s', defaclrole, defaclnamespace, defaclobjtype, defaclacl)
    from pg_default_acl
    union all
    select 'operator', oid::regoperator::text
    from pg_operator
    where oprnamespace in (select oid from own_schema) and ${notFromExtension('pg_operator', 'oid')}
    union all
    select 'cast', format('%s as %s', castsource::regtype, casttarget::regtype)
    from pg_cast where ${notFromExtension('pg_cast', 'oid')}
    union all
    select 'event trigger', evtname::text from pg_event_trigger
    union all
    select 'publication', pubname::text from pg_publication
  ) as one`

// Sorts each object after the objects that it depends on. Grants and comments come last, so that they are dropped
// first.
const query = `
  with own_schema as (${userSchemas}),
  lasting as (${lasting}),
  routine as (
    select p.oid, 'routine' as kind, p.oid::regprocedure::text as name,
           format('drop routine if exists %s', p.oid::regprocedure) as drop_command
    from pg_proc p
    where p.pronamespace in (select oid from own_schema) and not ${fromExtension('pg_proc', 'p.oid')}
  ),
  relation as (
    select c.oid,
           case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
           c.oid::regclass::text as name,
           case c.relkind
             when 'v' then format('drop view if exists %s', c.oid::regclass)
             when 'm' then format('drop materialized view if exists %s', c.oid::regclass)
           end as drop_command
    from pg_class c
    where c.relnamespace in (select oid from own_schema)
      and c.relkind in ('r', 'p', 'f', 'S', 'v', 'm')
      and not ${fromExtension('pg_class', 'c.oid')}
  ),
  trigger as (
    select t.oid, 'trigger' as kind, format('%I on %s', t.tgname, t.tgrelid::regclass) as name,
           format('drop trigger if exists %I on %s', t.tgname, t.tgrelid::regclass) as drop_command
    from pg_trigger t
    where not t.tgisinternal and t.tgparentid = 0
  ),
  policy as (
    select p.oid, 'policy' as kind, format('%I on %s', p.polname, p.polrelid::regclass) as name,
           format('drop policy if exists %I on %s', p.polname, p.polrelid::regclass) as drop_command
    from pg_policy p
  ),
  acl as (
    select c.oid::regclass::text as target, c.relowner as owner, a.*, '' as columns
    from pg_class c, aclexplode(c.relacl) a
    where c.relnamespace in (select oid from own_schema) and c.relkind in ('r', 'p', 'f', 'v', 'm')
    union all
    select c.oid::regclass::text, c.relowner, a.*, format('(%I)', t.attname)
    from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a
    where c.relnamespace in (select oid from own_schema)
    union all
    select format('schema %I', n.nspname), n.nspowner, a.*, ''
    from pg_namespace n join own_schema using (oid), aclexplode(n.nspacl) a
    union all
    select format('function %s', p.oid::regprocedure), p.proowner, a.*, ''
    from pg_proc p, aclexplode(p.proacl) a
    where p.pronamespace in (select oid from own_schema)
  ),
  grants as (
    select null::oid as oid, 'grant' as kind,
           format('%s%s on %s to %s', privilege_type, columns, target, grantee_name) as name,
           format('revoke %s %s on %s from %s', privilege_type, columns, target, grantee_name)
             as drop_command
    from acl,
         lateral (
           select case grantee when 0 then 'public' else grantee::regrole::text end as grantee_name
         ) g
    where grantee <> owner
  ),
  comments as (
    select null::oid as oid, 'comment' as kind,
           format('%s.%s', c.oid::regclass, d.objsubid) as name,
           case d.objsubid
             when 0 then format('comment on table %s is null', c.oid::regclass)
             else format('comment on column %s.%I is null', c.oid::regclass, a.attname)
           end as drop_command
    from pg_description d
      join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and a.attnum > 0
    where c.relnamespace in (select oid from own_schema) and c.relkind in ('r', 'p', 'f')
  )
  select kind, name, drop_command as "dropCommand"
  from (
    select * from routine union all select * from relation union all select * from trigger
    union all select * from policy union all select * from grants union all select * from comments union all select * from lasting
  ) as thing
  order by oid nulls last, name`

export async function listObjects(client: pg.ClientBase): Promise<DatabaseObject[]> {
  // Without a search path PostgreSQL prints names with their schema.
  await client.query("set local search_path = ''")
  const { rows } = await client.query<DatabaseObject>(query)
  await client.query('set local search_path to default')
  return rows
}

/** Leaves out grants on a new object, because dropping the object also drops its grants. */
export function findNewObjects(
  before: DatabaseObject[],
  after: DatabaseObject[],
): DatabaseObject[] {
  const known = new Set(before.map(keyOf))
  const added = after.filter((object) => !known.has(keyOf(object)))
  const names = added.filter(({ kind }) => kind !== 'grant').map(({ name }) => name)
  return added.filter(
    (object) => object.kind !== 'grant' || !names.some((name) => isGrantOn(object, name)),
  )
}

function isGrantOn(grant: DatabaseObject, name: string) {
  return grant.name.includes(` on ${name} to `) || grant.name.includes(` on function ${name} to `)
}

function keyOf({ kind, name }: DatabaseObject) {
  return `${kind} ${name}`
}
