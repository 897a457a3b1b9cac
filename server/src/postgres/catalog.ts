import type pg from 'pg'

interface Query {
  text: string
  values: unknown[]
}

/**
 * Runs all queries on one snapshot. The search path is empty, so the names of user-defined types include their schema.
 */
export async function readCatalog(pool: pg.Pool, queries: Query[]): Promise<unknown[][]> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query("set local search_path = ''")
    const results: unknown[][] = []
    for (const query of queries) {
      const { rows } = await client.query<Record<string, unknown>>(query)
      results.push(rows)
    }
    await client.query('commit')
    isDone = true
    return results
  } finally {
    client.release(!isDone)
  }
}

/** Selects all schemas except PostgreSQL's own. */
export const userSchemas = `
  select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`

/** Returns SQL that is true for objects that do not belong to an extension. */
export const notFromExtension = (catalog: string, oid: string) => `
  not exists (
    select from pg_depend d
    where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e'
  )`
