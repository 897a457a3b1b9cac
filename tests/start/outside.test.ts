import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { z } from 'zod'
import {
  failToStart,
  healthOf,
  type Server,
  startServer,
  temporaryFolder,
} from '../support/server.ts'

/** Another server's embedded PostgreSQL serves as the one that somebody else runs. */
async function outsideDatabase(host: Server, name: string) {
  const client = new Client(host.connection)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const { host: socket } = host.connection
  return `postgres:///${name}?host=${encodeURIComponent(socket)}&user=postgres`
}

async function anonKeyOf({ url }: Server) {
  const response = await fetch(`${url}/config.json`)
  return z.object({ anonKey: z.string() }).parse(await response.json()).anonKey
}

/** What a visitor is told who asks for data: the database was reached, as somebody who may nothing. */
async function askAsVisitor({ url }: Server) {
  const response = await fetch(`${url}/rest/v1/jobs`)
  return [response.status, z.looseObject({ code: z.string() }).parse(await response.json()).code]
}

suite('DATABASE_URL', () => {
  test('lets several servers work on one database, with the same keys', async () => {
    const DATABASE_URL = await outsideDatabase(await startServer(), 'shared')
    const settings = { DATABASE_URL, DATA_DIR: `${await temporaryFolder()}/data` }
    const servers = await Promise.all([1, 2].map(() => startServer({ settings })))
    for (const server of servers) {
      assert.equal(await healthOf(server), 200)
      assert.deepEqual(await askAsVisitor(server), [401, '42501'])
    }
    assert.equal(new Set(await Promise.all(servers.map(anonKeyOf))).size, 1)
    await assert.rejects(readFile(`${settings.DATA_DIR}/secrets.json`), { code: 'ENOENT' })
  })

  test('may log in as no superuser, and serves requests all the same', async () => {
    const host = await startServer()
    const client = new Client(host.connection)
    await client.connect()
    await client.query('create role renter login createrole bypassrls')
    await client.query('create database rented owner renter')
    await client.query('grant anon, authenticated, service_role to renter with admin option')
    await client.end()
    const { host: socket } = host.connection
    const DATABASE_URL = `postgres:///rented?host=${encodeURIComponent(socket)}&user=renter`
    const server = await startServer({ settings: { DATABASE_URL } })
    assert.deepEqual(await askAsVisitor(server), [401, '42501'])
  })

  test('refuses a second server that does not share the folder of files', async () => {
    const DATABASE_URL = await outsideDatabase(await startServer(), 'apart')
    await startServer({ settings: { DATABASE_URL } })
    const { code, output } = await failToStart({ settings: { DATABASE_URL } })
    assert.equal(code, 1)
    assert.match(output, /^The servers of this database keep its files in another folder/m)
  })

  test('a database that goes away is 503, and 200 when it is back', async () => {
    const host = await startServer()
    const DATABASE_URL = await outsideDatabase(host, 'restarted')
    const server = await startServer({ settings: { DATABASE_URL } })
    await host.stop()
    assert.equal(await healthOf(server), 503)
    assert.deepEqual(await askAsVisitor(server), [503, 'PGRST001'])
    await startServer({ settings: { DATA_DIR: host.dataFolder } })
    assert.equal(await healthOf(server), 200)
    assert.deepEqual(await askAsVisitor(server), [401, '42501'])
  })
})
