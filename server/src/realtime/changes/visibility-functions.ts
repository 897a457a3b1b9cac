// Generates SQL functions that find the visible rows of many users in one call. A function runs a SELECT with the
// claims of each user. PostgreSQL plans the SELECT once for each connection instead of once for each user.
import type { Pool } from '../../postgres/database.ts'
import { type Queryable, transact } from '../../postgres/transaction.ts'
import {
  loadWatchedTables,
  type ReadableColumns,
  type WatchedTable,
  type WatchedTables,
} from './watched-tables.ts'

const advisoryLock = 5_740_211

interface VisibilityFunction {
  name: string
  args: string[]
  body: string
  role: string
}

/** Loads the watched tables and updates their functions. */
export async function prepareWatchedTables(pool: Pool): Promise<WatchedTables> {
  // Without event triggers, nothing else updates the recording triggers.
  await pool.query('select realtime.sync_publication()')
  const tables = await loadWatchedTables(pool)
  await syncVisibilityFunctions(pool, tables)
  return tables
}

/** Creates missing visibility functions, replaces outdated ones, and drops unused ones. */
async function syncVisibilityFunctions(pool: Pool, tables: WatchedTables) {
  const functions = [...tables.values()].flatMap((table) =>
    [...table.readable].flatMap(([role, readable]) =>
      canReadKey(table, readable) ? [visibilityFunctionFor(table, role, readable)] : [],
    ),
  )
  await transact(pool, async (db) => {
    // The lock serializes servers that start at the same time.
    await db.query('select pg_advisory_xact_lock($1)', [advisoryLock])
    const existing = await existingFunctions(db)
    for (const fn of functions) {
      const signature = `${fn.name}/${fn.args.length}`
      if (existing.get(signature)?.body !== fn.body) await createFunction(db, fn)
      existing.delete(signature)
    }
    for (const { regprocedure } of existing.values())
      await db.query(`drop function ${regprocedure}`)
  })
}

/** Returns whether the role may read the primary key, by which visibility functions find rows. */
export function canReadKey({ key }: WatchedTable, { columns }: ReadableColumns) {
  return key.length > 0 && key.every((name) => columns.some((column) => column.name === name))
}

/** Returns a query that groups users who see the same content of a row. Each group lists positions in the input. */
export function visibilityQuery({ oid, key }: WatchedTable, role: string) {
  const keys = key.map((_, at) => `$${at + 4}::text[]`).join(', ')
  return `select key, version, content, string_agg(place::text, ',')
    from realtime.${functionName(oid, role)}($1::text[], $2::text[], $3::boolean, ${keys})
    group by key, version, content`
}

function functionName(oid: string, role: string) {
  return `seen_${oid}_${role}`
}

async function existingFunctions(db: Queryable) {
  const { rows } = await db.query<{ regprocedure: string; signature: string; body: string }>(
    `select oid::regprocedure::text as regprocedure, proname || '/' || pronargs as signature, prosrc as body
     from pg_proc where pronamespace = 'realtime'::regnamespace and proname ~ '^seen_[0-9]+_'`,
  )
  return new Map(rows.map((row) => [row.signature, row]))
}

async function createFunction(db: Queryable, { name, args, body, role }: VisibilityFunction) {
  await db.query(`
    create or replace function realtime.${name}(${args.join(', ')})
    returns table (key text, version text, content text, place bigint)
    language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
    as $reader$${body}$reader$;
    revoke execute on function realtime.${name}(${args.join(', ')}) from public;
    grant execute on function realtime.${name}(${args.join(', ')}) to ${role}`)
}

/**
 * Returns the definition of a visibility function. The function looks up one key at a time, so that no policy runs on
 * other rows.
 */
function visibilityFunctionFor(
  table: WatchedTable,
  role: string,
  readable: ReadableColumns,
): VisibilityFunction {
  const keys = table.key.map((_, at) => `keys_${at + 1}`)
  const inputColumns = ['claims', 'people', ...keys].join(', ')
  const body = `
declare
  asking record;
begin
  for asking in select * from unnest(${inputColumns}) with ordinality as each (${inputColumns}, place) loop
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
    name: functionName(table.oid, role),
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
  readable: ReadableColumns,
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

function contentOf({ columns }: ReadableColumns) {
  const names = columns.map(({ name }) => `t.${quoted(name)}`).join(', ')
  return `(select to_jsonb(r) from (select ${names}) as r)::text`
}

function quoted(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}
