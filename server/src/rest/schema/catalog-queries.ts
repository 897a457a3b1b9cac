// In these catalog queries, $1 lists the exposed schemas, and $2 other schemas whose views an exposed view may read.
import { z } from 'zod'

/** Finds the casts that write values of a domain to JSON and read them from text or JSON. */
const conversions = `
  conversions as (
    select c.castsource as source, c.casttarget as target,
      quote_ident(n.nspname) || '.' || quote_ident(p.proname) as by
    from pg_cast c
    join pg_type t on t.oid in (c.castsource, c.casttarget) and t.typtype = 'd'
    join pg_proc p on p.oid = c.castfunc
    join pg_namespace n on n.oid = p.pronamespace
    where c.castcontext = 'i' and c.castmethod = 'f')`

export const relationsQuery = `
  with recursive vector_types (oid) as (
    select 'tsvector'::regtype::oid
    union all select t.oid from pg_type t join vector_types base on t.typbasetype = base.oid),
  ${conversions}
  select n.nspname as schema, c.relname as name, c.oid::integer as id,
    case when c.relkind in ('v', 'm', 'c') then 'view' else 'table' end as kind,
    (select coalesce(json_agg(json_build_object(
        'name', a.attname, 'number', a.attnum,
        'type', format_type(a.atttypid, a.atttypmod),
        'default', case
          when a.attidentity <> '' then
            format('nextval(%L::regclass)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
          when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid),
            (select pg_get_expr(t.typdefaultbin, 0) from pg_type t where t.oid = a.atttypid)) end,
        'isVector', a.atttypid in (select oid from vector_types),
        'toJsonFunction', shown.by, 'fromTextFunction', read.by, 'fromJsonFunction', taken.by) order by a.attnum), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        left join conversions shown on shown.source = a.atttypid and shown.target = 'json'::regtype
        left join conversions read on read.source = 'text'::regtype and read.target = a.atttypid
        left join conversions taken on taken.source = 'json'::regtype and taken.target = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('isPrimary', k.contype = 'p', 'columns', k.conkey)), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u')) as keys,
    (select r.ev_action::text from pg_rewrite r
      where r.ev_class = c.oid and r.rulename = '_RETURN'
        and (n.nspname = any($1) or n.nspname = any($2))) as rule,
    n.nspname = any($1) and c.relkind <> 'c' and not c.relispartition as "isExposed",
    c.relrowsecurity or c.relkind = 'v' as "mayHideRows",
    case when c.relkind in ('r', 'p') then 28
      when n.nspname = any($1) then pg_relation_is_updatable(c.oid, true) else 0 end as events
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'f', 'v', 'm', 'c')
    and (n.nspname = any($1) or n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast'))
  order by n.nspname, c.relname`

export const foreignKeysQuery = `
  select conname as name, conrelid::integer as from_id, conkey as from_columns,
    confrelid::integer as to_id, confkey as to_columns
  from pg_constraint where contype = 'f' and conparentid = 0
  order by conname`

export const routinesQuery = `
  select n.nspname as schema, p.proname as name,
    p.proretset as "isSet", p.prorows = 1 as "isOneRow", p.prorettype = 'void'::regtype as "isVoid",
    coalesce(rt.typrelid, 0)::integer as "relationId",
    rt.typtype = 'c' or coalesce(p.proargmodes && '{t,b,o}'::"char"[], false) as "isRow",
    rt.oid = 'record'::regtype and not coalesce(p.proargmodes && '{t,b,o}'::"char"[], false)
      as "isUntyped",
    p.provolatile = 'v' as "isVolatile",
    case when declared.typname like '%/%' then declared.typname end as "mediaType",
    rt.oid = 'bytea'::regtype as "isBytes",
    (select coalesce(json_agg(json_build_object(
        'name', coalesce(p.proargnames[i], ''),
        'mode', coalesce(p.proargmodes[i]::text, 'i'),
        'type', format_type(coalesce(p.proallargtypes[i], p.proargtypes[i - 1]), null),
        'relationId', coalesce(at.typrelid, 0)::integer) order by i), '[]')
      from generate_series(1, coalesce(array_length(p.proallargtypes, 1), p.pronargs)) i
      join pg_type at on at.oid = coalesce(p.proallargtypes[i], p.proargtypes[i - 1])) as arguments,
    p.pronargdefaults as defaults
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type declared on declared.oid = p.prorettype
  join pg_type rt on rt.oid = coalesce(nullif(declared.typbasetype, 0), p.prorettype)
  where n.nspname = any($1) and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
    and not exists (
      select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  order by n.nspname, p.proname, p.oid`

export const mediaHandlersQuery = `
  select n.nspname as schema, p.proname as name, t.typname as type,
    t.typbasetype = 'bytea'::regtype as "isBytes", coalesce(taken.typrelid, 0)::integer as "relationId"
  from pg_aggregate a
  join pg_proc p on p.oid = a.aggfnoid
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype and t.typtype = 'd' and t.typname like '%/%'
  join pg_type taken on taken.oid = p.proargtypes[0]
  where n.nspname = any($1) and p.pronargs = 1
    and (taken.typrelid > 0 or taken.oid = 'anyelement'::regtype)
  order by n.nspname, p.proname`

export const typesQuery = `
  select t.typname as name, format_type(t.oid, null) as spoken,
    quote_ident(n.nspname) || '.' || quote_ident(t.typname) as written
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typisdefined
    and t.typcategory not in ('A', 'P', 'Z') and t.typname not like 'reg%'
    and (n.nspname = 'pg_catalog' or n.nspname = any($1))
  order by n.nspname = 'pg_catalog'`

export const rolesQuery = `
  select rolname as name, rolname <> 'authenticator' and exists (
      select from pg_auth_members m
      where m.roleid = pg_roles.oid and m.member = to_regrole('authenticator')
    ) as "isAllowed",
    rolsuper or rolbypassrls as "seesAllRows"
  from pg_roles`

/** The names are in lower case, because PostgreSQL ignores their case. */
export const timeZonesQuery = 'select lower(name) as name from pg_timezone_names'

const column = z.object({
  name: z.string(),
  number: z.number(),
  type: z.string(),
  default: z.string().nullable(),
  isVector: z.boolean(),
  toJsonFunction: z.string().nullable(),
  fromTextFunction: z.string().nullable(),
  fromJsonFunction: z.string().nullable(),
})

export const relationRow = z.object({
  schema: z.string(),
  name: z.string(),
  id: z.number(),
  kind: z.enum(['table', 'view']),
  columns: z.array(column),
  keys: z.array(z.object({ isPrimary: z.boolean(), columns: z.array(z.number()) })),
  rule: z.string().nullable(),
  isExposed: z.boolean(),
  mayHideRows: z.boolean(),
  /** The bit mask of pg_relation_is_updatable(). */
  events: z.number(),
})

export const foreignKeyRow = z.object({
  name: z.string(),
  from_id: z.number(),
  from_columns: z.array(z.number()),
  to_id: z.number(),
  to_columns: z.array(z.number()),
})

const argument = z.object({
  name: z.string(),
  mode: z.string(),
  type: z.string(),
  relationId: z.number(),
})

export const routineRow = z.object({
  schema: z.string(),
  name: z.string(),
  isSet: z.boolean(),
  isOneRow: z.boolean(),
  isVoid: z.boolean(),
  relationId: z.number(),
  isRow: z.boolean(),
  isUntyped: z.boolean(),
  isVolatile: z.boolean(),
  mediaType: z.string().nullable(),
  isBytes: z.boolean(),
  arguments: z.array(argument),
  defaults: z.number(),
})

export const mediaHandlerRow = z.object({
  schema: z.string(),
  name: z.string(),
  type: z.string(),
  isBytes: z.boolean(),
  relationId: z.number(),
})

export const typeRow = z.object({ name: z.string(), spoken: z.string(), written: z.string() })

export const namedRow = z.object({ name: z.string() })

export const roleRow = z.object({
  name: z.string(),
  isAllowed: z.boolean(),
  seesAllRows: z.boolean(),
})

export type RelationRow = z.infer<typeof relationRow>
export type ForeignKeyRow = z.infer<typeof foreignKeyRow>
export type RoutineRow = z.infer<typeof routineRow>
