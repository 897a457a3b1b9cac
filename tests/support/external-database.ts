// Uses the embedded PostgreSQL of one server as the external database of other servers.
import { Client } from 'pg'
import type { Server } from './server.ts'

/** Creates a database in the PostgreSQL of `host`, and returns the DATABASE_URL for it. */
export async function createExternalDatabase(host: Server, name: string) {
  const client = new Client(host.connection)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const { host: socket } = host.connection
  return `postgres:///${name}?host=${encodeURIComponent(socket)}&user=postgres`
}
