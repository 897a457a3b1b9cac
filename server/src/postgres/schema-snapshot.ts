// Describes the schema as text, for reviews and for a test that compares two schemas.
import type pg from 'pg'
import { notFromExtension, userSchemas } from './catalog.ts'

/** Returns SQL that lists access rights in alphabetical order, so that the order of the grants does not matter. */
const listOf = (acl: string) => `
  (select string_agg(item::text, ', ' order by item::text) from unnest(${acl}) as item)`

/** Returns SQL that lists access rights. The catalogs store default rights as null. */
const rights = (kind: string, acl: string, owner: string) =>
  listOf(`coalesce(${acl}, acldefault('${kind}', ${owner}))`)

/** SQL that describes when a trigger `t` fires, such as "before insert or update row". */
const firing = `
  concat_ws(
    ' ',
    case when t.tgtype & 2 <> 0 then 'before' when t.tgtype & 64 <> 0 then 'instead of' else 'after' end,
    concat_ws(
      ' or ', case when t.tgtype & 4 <> 0 then 'insert' end,
      case when t.tgtype & 16 <> 0 then 'update' || coalesce(' of ' || (
        select string_agg(quote_ident(a.attname), ', ' order by a.attname)
        from pg_attribute a where a.attrelid = t.tgrelid and a.attnum = any (t.tgattr)
      ), '') end,
      case when t.tgtype & 8 <> 0 then 'delete' end, case when t.tgtype & 32 <> 0 then 'truncate' end
    ),
    case when coalesce(t.tgoldtable, t.tgnewtable) is not null then
      concat_ws(' ', 'referencing', 'old table as ' || t.tgoldtable, 'new table as ' || t.tgnewtable) end,
    case when t.tgtype & 1 <> 0 then 'for each row' else 'for each statement' end,
    case when t.tginitdeferred then 'at commit' end,
    'when ' || substring(pg_get_triggerdef(t.oid) from ' WHEN (.*) EXECUTE FUNCTION '),
    'with ' || substring(pg_get_triggerdef(t.oid) from ' EXECUTE FUNCTION [^(]+([(].+[)])$')
  )`

/** SQL that sorts triggers in the order in which they fire. */
const firingOrder = `
  t.tginitdeferred, t.tgtype & 2 = 0, (t.tgtype & 1 = 0) = (t.tgtype & 2 = 0), t.tgname`

/** Each query returns blocks of text for the snapshot. */
const queries = {
  roles: `
    select format(
             'role %I%s%s%s%s', r.rolname,
             case when r.rolcanlogin then ' login' end,
             case when r.rolinherit then ' inherit' end,
             case when r.rolsuper then ' superuser' end,
             case when r.rolbypassrls then ' bypassrls' end
           ) || coalesce(' member of ' || (
             select string_agg(m.roleid::regrole::text, ', ' order by m.roleid::regrole::text)
             from pg_auth_members m where m.member = r.oid
           ), '') as text
    from pg_roles r
    where r.rolname in ('anon', 'authenticated', 'authenticator', 'service_role')
    order by r.rolname`,
  extensions: `
    select format('extension %I in %s', extname, extnamespace::regnamespace) as text
    from pg_extension order by extname`,
  schemas: `
    select concat_ws(
             E'\\n  ', format('schema %I', nspname), 'rights ' || ${rights('n', 'nspacl', 'nspowner')},
             'comment ' || obj_description(oid, 'pg_namespace')
           ) as text
    from pg_namespace where oid in (${userSchemas}) order by nspname`,
  'default rights': `
    select format(
             'default rights of %s on %s in %s: %s', defaclrole::regrole, defaclobjtype,
             coalesce(nullif(defaclnamespace, 0)::regnamespace::text, 'every schema'),
             coalesce(${listOf('defaclacl')}, 'none')
           ) as text
    from pg_default_acl order by 1`,
  enums: `
    select format('enum %s: %s', t.oid::regtype, string_agg(e.enumlabel, ', ' order by e.enumsortorder))
             as text
    from pg_type t join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace in (${userSchemas}) and ${notFromExtension('pg_type', 't.oid')}
    group by t.oid order by t.oid::regtype::text`,
  tables: `
    select concat_ws(
             E'\\n  ',
             format(
               '%stable %s%s', case c.relpersistence when 'u' then 'unlogged ' end, c.oid::regclass,
               case
                 when c.relrowsecurity and c.relforcerowsecurity then ''
                 when c.relrowsecurity then ' (row security not forced)'
                 else ' (no row security)'
               end
             ),
             (
               select string_agg(
                        concat_ws(
                          ' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
                          case when a.attnotnull then 'not null' end,
                          case a.attidentity when 'a' then 'identity' when 'd' then 'identity by default' end,
                          case a.attgenerated when 's' then 'generated' else 'default' end
                            || ' ' || pg_get_expr(d.adbin, d.adrelid),
                          '[' || ${listOf('a.attacl')} || ']'
                        ), E'\\n  ' order by a.attnum
                      )
               from pg_attribute a
                 left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             ),
             (
               select string_agg(pg_get_constraintdef(k.oid), E'\\n  ' order by k.contype <> 'p', k.conname)
               from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'
             ),
             (
               select string_agg(pg_get_indexdef(i.indexrelid), E'\\n  ' order by i.indexrelid::regclass::text)
               from pg_index i
               where i.indrelid = c.oid
                 and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
             ),
             (
               select string_agg(
                        format(
                          '%spolicy %I for %s to %s', case when not p.polpermissive then 'restrictive ' end,
                          p.polname,
                          case p.polcmd
                            when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
                            when 'd' then 'delete' else 'all'
                          end,
                          (
                            select string_agg(case r when 0 then 'public' else r::regrole::text end, ', ')
                            from unnest(p.polroles) as r
                          )
                        )
                        || coalesce(' using ' || pg_get_expr(p.polqual, p.polrelid), '')
                        || coalesce(' with check ' || pg_get_expr(p.polwithcheck, p.polrelid), ''),
                        E'\\n  ' order by p.polname
                      )
               from pg_policy p where p.polrelid = c.oid
             ),
             (
               select string_agg(format('trigger %s: %I runs %s', ${firing}, t.tgname, t.tgfoid::regproc), E'\\n  ' order by ${firingOrder})
               from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
             ),
             'rights ' || ${rights('r', 'c.relacl', 'c.relowner')},
             (
               select string_agg(
                        concat_ws(' ', 'comment', col_name, description), E'\\n  ' order by objsubid
                      )
               from (
                 select d.objsubid, d.description, 'on ' || quote_ident(a.attname) as col_name
                 from pg_description d
                   left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
                 where d.objoid = c.oid and d.classoid = 'pg_class'::regclass
               ) as noted
             )
           ) as text
    from pg_class c
    where c.relnamespace in (${userSchemas}) and c.relkind in ('r', 'p')
      and ${notFromExtension('pg_class', 'c.oid')}
    order by c.oid::regclass::text`,
  views: `
    select concat_ws(
             E'\\n  ',
             format('view %s %s', c.oid::regclass, array_to_string(c.reloptions, ', ')),
             (
               select string_agg(
                        quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod), E'\\n  '
                        order by a.attnum
                      )
               from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             ),
             'rights ' || ${rights('r', 'c.relacl', 'c.relowner')},
             'comment ' || obj_description(c.oid, 'pg_class')
           ) as text
    from pg_class c
    where c.relnamespace in (${userSchemas}) and c.relkind in ('v', 'm')
      and ${notFromExtension('pg_class', 'c.oid')}
    order by c.oid::regclass::text`,
  functions: `
    select concat_ws(
             E'\\n  ',
             format(
               '%s %s(%s)%s', case p.prokind when 'p' then 'procedure' else 'function' end,
               p.oid::regproc, pg_get_function_arguments(p.oid),
               ' returns ' || pg_get_function_result(p.oid)
             ),
             concat_ws(
               ' ', l.lanname,
               case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
               case when p.proisstrict then 'strict' end,
               case when p.prosecdef then 'security definer' end,
               case p.proparallel when 's' then 'parallel safe' end,
               array_to_string(p.proconfig, ', ') || ',', 'rights ' || ${rights('f', 'p.proacl', 'p.proowner')}
             ),
             'comment ' || obj_description(p.oid, 'pg_proc')
           ) as text
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace in (${userSchemas}) and p.prokind in ('f', 'p')
      and ${notFromExtension('pg_proc', 'p.oid')}
    order by p.oid::regprocedure::text`,
}

/** Definitions that `describeSchema` leaves out, because reviewers read them in the SQL of the release. */
const bodies = {
  'definitions of views': `
    select format(E'%s\\n%s', c.oid::regclass, pg_get_viewdef(c.oid, true)) as text
    from pg_class c
    where c.relnamespace in (${userSchemas}) and c.relkind in ('v', 'm')
      and ${notFromExtension('pg_class', 'c.oid')}
    order by c.oid::regclass::text`,
  'definitions of functions': `
    select pg_get_functiondef(p.oid) as text
    from pg_proc p
    where p.pronamespace in (${userSchemas}) and p.prokind in ('f', 'p')
      and ${notFromExtension('pg_proc', 'p.oid')}
    order by p.oid::regprocedure::text`,
}

export const triggersInFiringOrder = `
  select t.tgrelid::regclass::text as table, ${firing} as fires, t.tgname as name,
    t.tgfoid::regproc::text as routine
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace in (${userSchemas}) and not t.tgisinternal
  order by t.tgrelid::regclass::text, ${firingOrder}`

/** Describes the schema without the definitions of views and functions. */
export function describeSchema(client: pg.ClientBase): Promise<string> {
  return runQueries(client, queries)
}

/** Returns everything that is needed to compare the schemas of two databases. */
export function takeSchemaSnapshot(client: pg.ClientBase): Promise<string> {
  return runQueries(client, { ...queries, ...bodies })
}

/** Functions take two lines each, so no empty line is needed between them. */
const gapIn = (title: string) => (title === 'functions' ? '\n' : '\n\n')

async function runQueries(client: pg.ClientBase, texts: Record<string, string>) {
  const chapters: string[] = []
  // Without a search path PostgreSQL prints names with their schema.
  await client.query("set search_path = ''")
  for (const [title, query] of Object.entries(texts)) {
    const { rows } = await client.query<{ text: string }>(query)
    if (rows.length > 0)
      chapters.push(`-- ${title}\n\n${rows.map(({ text }) => text).join(gapIn(title))}`)
  }
  await client.query('set search_path to default')
  return `${chapters.join('\n\n')}\n`
}
