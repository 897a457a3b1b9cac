// Describes the schema as text, from the catalog alone. Reviewers read it as a diff, and a test uses it to prove that
// applying a release twice changes nothing.
import type pg from 'pg'
import { notFromExtension, userSchemas } from './catalog.ts'

/** SQL: access rights, in an order that does not depend on when they were granted. */
const listOf = (acl: string) => `
  (select string_agg(item::text, ', ' order by item::text) from unnest(${acl}) as item)`

/** SQL: an empty list stands for the default rights of the owner. */
const rights = (kind: string, acl: string, owner: string) =>
  listOf(`coalesce(${acl}, acldefault('${kind}', ${owner}))`)

/** Each query returns blocks of text. The order of the queries is the order of the snapshot. */
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
               select string_agg(pg_get_triggerdef(t.oid), E'\\n  ' order by t.tgname)
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
             replace(pg_get_viewdef(c.oid, true), E'\\n', E'\\n  '),
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
             replace(rtrim(pg_get_functiondef(p.oid), E'\\n'), E'\\n', E'\\n  '),
             'rights ' || ${rights('f', 'p.proacl', 'p.proowner')},
             'comment ' || obj_description(p.oid, 'pg_proc')
           ) as text
    from pg_proc p
    where p.pronamespace in (${userSchemas}) and p.prokind in ('f', 'p')
      and ${notFromExtension('pg_proc', 'p.oid')}
    order by p.oid::regprocedure::text`,
}

export async function takeSchemaSnapshot(client: pg.ClientBase): Promise<string> {
  const chapters: string[] = []
  // Without a search path PostgreSQL prints every name with its schema.
  await client.query("set search_path = ''")
  for (const [title, query] of Object.entries(queries)) {
    const { rows } = await client.query<{ text: string }>(query)
    if (rows.length > 0) chapters.push(`-- ${title}`, ...rows.map(({ text }) => text))
  }
  await client.query('set search_path to default')
  return `${chapters.join('\n\n')}\n`
}
