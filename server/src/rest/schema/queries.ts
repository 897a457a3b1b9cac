// What the catalog is asked. $1 is the list of exposed schemas.

export const relationsQuery = `
  select n.nspname as schema, c.relname as name, c.oid::integer as id,
    case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    (select coalesce(json_agg(json_build_object(
        'name', a.attname, 'number', a.attnum,
        'type', format_type(a.atttypid, a.atttypmod),
        'default', case
          when a.attidentity <> '' then
            format('nextval(%L::regclass)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
          when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('isPrimary', k.contype = 'p', 'columns', k.conkey)), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u')) as keys,
    (select r.ev_action::text from pg_rewrite r
      where r.ev_class = c.oid and r.rulename = '_RETURN' and n.nspname = any($1)) as rule,
    n.nspname = any($1) as "isExposed"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'f', 'v', 'm')
    and (n.nspname = any($1) or n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast'))
  order by n.nspname, c.relname`

export const foreignKeysQuery = `
  select conname as name, conrelid::integer as from_id, conkey as from_columns,
    confrelid::integer as to_id, confkey as to_columns
  from pg_constraint where contype = 'f' and conparentid = 0
  order by conname`

export const routinesQuery = `
  select n.nspname as schema, p.proname as name,
    p.proretset as "isSet", p.prorettype = 'void'::regtype as "isVoid",
    coalesce(rt.typrelid, 0)::integer as "relationId",
    rt.typtype = 'c' or rt.oid = 'record'::regtype
      or coalesce(p.proargmodes && '{t,b,o}'::"char"[], false) as "isRow",
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
  join pg_type rt on rt.oid = p.prorettype
  where n.nspname = any($1) and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
    and not exists (
      select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  order by n.nspname, p.proname, p.oid`

export const typesQuery = `
  select t.typname as name, format_type(t.oid, null) as spoken,
    quote_ident(n.nspname) || '.' || quote_ident(t.typname) as written
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typisdefined
    and t.typcategory not in ('A', 'P', 'Z') and t.typname not like 'reg%'
    and (n.nspname = 'pg_catalog' or n.nspname = any($1))
  order by n.nspname = 'pg_catalog'`

export const rolesQuery = `
  select rolname as name from pg_roles
  where to_regrole('authenticator') is not null
    and rolname <> 'authenticator'
    and exists (select from pg_auth_members m
      where m.roleid = pg_roles.oid and m.member = to_regrole('authenticator'))`
