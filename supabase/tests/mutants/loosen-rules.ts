// Creates mutants of the schema, each of which loosens one rule by one step.
import type { Pool } from 'pg'

export interface Mutant {
  name: string
  /** The name of an object that a test of this rule probably mentions. */
  about: string
  sql: string
}

const product = "('public', 'app', 'storage')"

const queries = {
  // Using clauses for update are left out, because the policy for select also limits the rows of an update.
  policies: `
    select format('%s %s on %s is true', p.polname, part, p.polrelid::regclass) as name, c.relname as about,
           format('alter policy %I on %s %s (true)', p.polname, p.polrelid::regclass, part) as sql
    from pg_policy p join pg_class c on c.oid = p.polrelid,
         lateral (values ('using', p.polqual, 'rd*'), ('with check', p.polwithcheck, 'aw*')) as k(part, rule, commands)
    where rule is not null and position(p.polcmd in commands) > 0`,
  grants: `
    select distinct format('%s on all of %s', a.privilege_type, t.attrelid::regclass) as name, c.relname as about,
           format('grant %s on %s to authenticated', a.privilege_type, t.attrelid::regclass) as sql
    from pg_attribute t join pg_class c on c.oid = t.attrelid, aclexplode(t.attacl) a
    where a.grantee = 'authenticated'::regrole and c.relnamespace::regnamespace::text in ${product}
      -- Skip tables on which every column is granted, because a grant on the table adds nothing.
      and exists (
        select from pg_attribute o
        where o.attrelid = c.oid and o.attnum > 0 and not o.attisdropped and o.attgenerated = ''
          and not has_column_privilege('authenticated', c.oid, o.attnum, a.privilege_type)
      )`,
  'row security': `
    select format('no row security on %s', oid::regclass) as name, relname as about,
           format('alter table %s disable row level security', oid::regclass) as sql
    from pg_class
    where relrowsecurity and (relnamespace::regnamespace::text in ('public', 'app') or relname in ('objects', 'buckets'))
      -- Skip tables without grants, such as the towns, because no user reaches their rows.
      and (
        has_any_column_privilege('authenticated', oid, 'SELECT, INSERT, UPDATE')
        or has_table_privilege('authenticated', oid, 'DELETE')
      )`,
  views: `
    select format('%s as its owner', oid::regclass) as name, relname as about,
           format('alter view %s set (security_invoker = false)', oid::regclass) as sql
    from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace`,
  triggers: `
    select format('no %s on %s', tgname, tgrelid::regclass) as name, c.relname as about,
           format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as sql
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and tgname ~ '_(stamp|guard|guard_update|limit)$'`,
  // In each mutant, one call in a function does nothing. Without the mutation, this call refuses an action or checks a
  // requirement, such as a role.
  refusals: `
    select format('%s without its %s. refusal', p.oid::regproc, n) as name,
           regexp_replace(p.proname, '^tg_|__.*$|admin_', '', 'g') as about,
           replace(
             pg_get_functiondef(p.oid),
             p.prosrc,
             regexp_replace(p.prosrc, 'app\\.(refuse|require_\\w+)\\(', 'app.nothing(', 1, n)
           ) as sql
    from pg_proc p, lateral generate_series(1, regexp_count(p.prosrc, 'perform app\\.(refuse|require_\\w+)\\(')) as n
    where p.pronamespace::regnamespace::text in ('app', 'public') and p.proname not in ('refuse', 'check_limit')`,
  // In each mutant, one function keeps the older files that the function deletes without the mutation.
  replacements: `
    select format('%s keeps older files', p.oid::regproc) as name,
           regexp_replace(p.proname, '^tg_|__.*$', '', 'g') as about,
           replace(
             pg_get_functiondef(p.oid), p.prosrc, regexp_replace(p.prosrc, 'app\\.keep_one_\\w+\\(', 'app.nothing(')
           ) as sql
    from pg_proc p
    where p.pronamespace = 'app'::regnamespace and p.prosrc ~ 'perform app\\.keep_one_\\w+\\('`,
  // Removes one comparison with the caller's id.
  owners: `
    select format('%s without its %s. auth.uid()', p.proname, n) as name,
           regexp_replace(p.proname, '^tg_|__.*$|^my_|_ids$', '', 'g') as about,
           replace(
             pg_get_functiondef(p.oid), p.prosrc,
             regexp_replace(p.prosrc, '[\\w.]+ = auth\\.uid\\(\\)', 'true', 1, n)
           ) as sql
    from pg_proc p, lateral generate_series(1, regexp_count(p.prosrc, '[\\w.]+ = auth\\.uid\\(\\)')) as n
    where p.pronamespace = 'app'::regnamespace and p.prosecdef`,
}

export async function mutantsOf(pool: Pool): Promise<Mutant[]> {
  const all = await Promise.all(Object.values(queries).map((query) => pool.query<Mutant>(query)))
  return all.flatMap(({ rows }) => rows)
}
