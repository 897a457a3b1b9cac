import { Client } from 'pg'

/** Where a database is, as a server of tests tells it. */
export interface Place {
  host: string
  port?: number
  user: string
  database: string
}

export async function askDatabase(place: Place, statement: string) {
  const client = new Client(place)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}
