import type pg from 'pg'

/** For work at the start: its files may set what they like, so the connection ends with it. */
export async function inOneTransaction<Result>(
  pool: pg.Pool,
  body: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await body(client)
    await client.query('commit')
    return result
  } finally {
    client.release(true)
  }
}
