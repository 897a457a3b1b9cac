// Uses another server's embedded PostgreSQL as an outside database. It outlives the servers that
// use it.
import { Client } from 'pg'
import type { Server } from './server.ts'

/** Creates a database there and returns the value for DATABASE_URL. */
export async function outsideDatabase(host: Server, name: string) {
  const client = new Client(host.connection)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const { host: socket } = host.connection
  return `postgres:///${name}?host=${encodeURIComponent(socket)}&user=postgres`
}
