// Another server's embedded PostgreSQL serves as the one that somebody else runs: it outlives the servers that use it.
import { Client } from 'pg'
import type { Server } from './server.ts'

/** Makes a database in it, and says what DATABASE_URL has to be. */
export async function outsideDatabase(host: Server, name: string) {
  const client = new Client(host.connection)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const { host: socket } = host.connection
  return `postgres:///${name}?host=${encodeURIComponent(socket)}&user=postgres`
}
