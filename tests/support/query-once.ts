import { Client } from 'pg'

export interface DatabaseAddress {
  host: string
  port?: number
  user: string
  database: string
}

export async function queryOnce(address: DatabaseAddress, statement: string) {
  const client = new Client(address)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}
