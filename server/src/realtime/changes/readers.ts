// Who sees a row is asked for many people in one call: by a SELECT as each of them in turn, so that row security
// decides and nothing of ours. Each watched table has a function for each role that reads it, written out here:
// PostgreSQL plans its SELECT once for a connection, and not anew for each person.
import type { Pool } from '../../postgres/database.ts'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import {
  loadWatchedTables,
  type Readable,
  type WatchedTable,
  type WatchedTables,
} from './tables.ts'

/** A number of ours among the advisory locks. */
const lock = 5_740_211

interface Reader {
  name: string
  args: string[]
  body: string
  role: string
}

/** The tables that are watched, each with functions that fit it. */
export async function prepareTables(pool: Pool): Promise<WatchedTables> {
  const tables = await loadWatchedTables(pool)
  await renewReaders(pool, tables)
  return tables
}

/** Makes those that are missing or no longer fit, and drops those that nobody needs. */
async function renewReaders(pool: Pool, tables: WatchedTables) {
  const wanted = [...tables.values()].flatMap((table) =>
    [...table.readable].flatMap(([role, readable]) =>
      mayReadKey(table, readable) ? [readerFor(table, role, readable)] : [],
    ),
  )
  await transact(pool, async (db) => {
    // Servers that start together take turns.
    await db.query('select pg_advisory_xact_lock($1)', [lock])
    const existing = await readersIn(db)
    for (const reader of wanted) {
      const place = `${reader.name}/${reader.args.length}`
      if (existing.get(place)?.body !== reader.body) await make(db, reader)
      existing.delete(place)
    }
    for (const { signature } of existing.values()) await db.query(`drop function ${signature}`)
  })
}

/** Without a key it cannot be asked whether a row is seen. */
export function mayReadKey({ key }: WatchedTable, { columns }: Readable) {
  return key.length > 0 && key.every((name) => columns.some((column) => column.name === name))
}

/** What several see alike comes once, with the places of all of them. */
export function readerCall({ oid, key }: WatchedTable, role: string) {
  const keys = key.map((_, at) => `$${at + 4}::text[]`).join(', ')
  return `select key, version, content, string_agg(place::text, ',')
    from realtime.${nameOf(oid, role)}($1::text[], $2::text[], $3::boolean, ${keys})
    group by key, version, content`
}

function nameOf(oid: string, role: string) {
  return `seen_${oid}_${role}`
}

async function readersIn(db: Queryable) {
  const { rows } = await db.query<{ signature: string; place: string; body: string }>(
    `select oid::regprocedure::text as signature, proname || '/' || pronargs as place, prosrc as body
     from pg_proc where pronamespace = 'realtime'::regnamespace and proname ~ '^seen_[0-9]+_'`,
  )
  return new Map(rows.map((row) => [row.place, row]))
}

async function make(db: Queryable, { name, args, body, role }: Reader) {
  await db.query(`
    create or replace function realtime.${name}(${args.join(', ')})
    returns table (key text, version text, content text, place bigint)
    language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
    as $reader$${body}$reader$;
    revoke execute on function realtime.${name}(${args.join(', ')}) from public;
    grant execute on function realtime.${name}(${args.join(', ')}) to ${role}`)
}

/**
 * Each of the people brings the claims of a token, and keys: an array for each column. The rows are taken one by one,
 * so that each is found by its key, and no policy is tried on others.
 */
function readerFor(table: WatchedTable, role: string, readable: Readable): Reader {
  const keys = table.key.map((_, at) => `keys_${at + 1}`)
  const given = ['claims', 'people', ...keys].join(', ')
  const body = `
declare
  asking record;
begin
  for asking in select * from unnest(${given}) with ordinality as each (${given}, place) loop
    perform set_config('request.jwt.claims', asking.claims, true),
      set_config('request.jwt.claim.sub', asking.people, true);
    if with_content then
      return query ${selectFrom(table, readable, contentOf(readable))};
    else
      return query ${selectFrom(table, readable, 'null')};
    end if;
  end loop;
end
`
  return {
    name: nameOf(table.oid, role),
    args: [
      'claims text[]',
      'people text[]',
      'with_content boolean',
      ...keys.map((one) => `${one} text[]`),
    ],
    body,
    role,
  }
}

function selectFrom(
  { schema, name, key, columns }: WatchedTable,
  readable: Readable,
  content: string,
) {
  const own = key.map((column) => `t.${quoted(column)}`)
  const version = readable.isWhole ? 't.xmin::text' : 'null'
  const asked = key.map((column, at) => {
    const cast = columns.find((one) => one.name === column)?.cast
    return `asking.keys_${at + 1}::${cast}[]`
  })
  const names = key.map((_, at) => `key_${at + 1}`)
  return `
        select t.*, asking.place
        from unnest(${asked.join(', ')}) as asked (${names.join(', ')})
          cross join lateral (
            select jsonb_build_array(${own.join(', ')})::text, ${version}, ${content}
            from ${quoted(schema)}.${quoted(name)} as t
            where ${own.map((column, at) => `${column} = asked.${names[at]}`).join(' and ')}
            offset 0
          ) as t`
}

function contentOf({ columns }: Readable) {
  const names = columns.map(({ name }) => `t.${quoted(name)}`).join(', ')
  return `(select to_jsonb(r) from (select ${names}) as r)::text`
}

function quoted(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}
