import type pg from 'pg'

interface Query {
  text: string
  values: unknown[]
}

/** Asks several things of one state of the catalog. Names of types come with their schema. */
export async function readCatalog(pool: pg.Pool, queries: Query[]): Promise<unknown[][]> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query("set local search_path = ''")
    const answers: unknown[][] = []
    for (const query of queries) {
      const { rows } = await client.query<Record<string, unknown>>(query)
      answers.push(rows)
    }
    await client.query('commit')
    isDone = true
    return answers
  } finally {
    client.release(!isDone)
  }
}
