import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { Client } from 'pg'
import { z } from 'zod'
import { createExternalDatabase } from '../support/external-database.ts'
import {
  failToStart,
  healthOf,
  type Server,
  startServer,
  temporaryFolder,
  until,
} from '../support/server.ts'

async function anonKeyOf({ url }: Server) {
  const response = await fetch(`${url}/config.json`)
  return z.object({ anonKey: z.string() }).parse(await response.json()).anonKey
}

/** Returns the status and code of a visitor's data request. */
async function askAsVisitor({ url }: Server) {
  const response = await fetch(`${url}/rest/v1/jobs`)
  return [response.status, z.looseObject({ code: z.string() }).parse(await response.json()).code]
}

/** Signs in at this server as the consultant of the demo. */
async function signInAt({ url }: Server, anonKey: string) {
  const client = createClient(url, anonKey, { auth: { persistSession: false } })
  const { data, error } = await client.auth.signInWithPassword({
    email: 'consultant@mendwell.test',
    password: 'Mendwell-demo-1',
  })
  assert.equal(error, null, error?.message)
  return { id: data.user?.id, documents: client.storage.from('documents') }
}

async function channelAt({ url }: Server, anonKey: string, key: string) {
  const channel = createClient(url, anonKey).channel('hall', { config: { presence: { key } } })
  const { promise: isJoined, resolve } = Promise.withResolvers<void>()
  channel
    .on('presence', { event: 'sync' }, () => {})
    .subscribe((status) => status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED && resolve())
  await isJoined
  return channel
}

const isFile = (path: string) => /[0-9a-f-]{36}$/u.test(path)

suite('DATABASE_URL', () => {
  // @covers operations.external-database
  test('lets several servers work on one database, with the same keys', async () => {
    const DATABASE_URL = await createExternalDatabase(await startServer(), 'shared')
    const settings = { DATABASE_URL, DATA_DIR: `${await temporaryFolder()}/data` }
    const servers = await Promise.all([1, 2].map(() => startServer({ settings })))
    for (const server of servers) {
      assert.equal(await healthOf(server), 200)
      assert.deepEqual(await askAsVisitor(server), [401, '42501'])
    }
    assert.equal(new Set(await Promise.all(servers.map(anonKeyOf))).size, 1)
    await assert.rejects(readFile(`${settings.DATA_DIR}/secrets.json`), { code: 'ENOENT' })
  })

  test('shares presence with other servers, until one is killed', async () => {
    const DATABASE_URL = await createExternalDatabase(await startServer(), 'present')
    const settings = { DATABASE_URL, DATA_DIR: `${await temporaryFolder()}/data` }
    const more = { ...settings, PUBLIC_CHANNELS: 'everyone' }
    const one = await startServer({ settings: more })
    const another = await startServer({ settings: more })
    const anonKey = await anonKeyOf(one)
    const [mine, theirs] = [
      await channelAt(one, anonKey, 'ann'),
      await channelAt(another, anonKey, 'ben'),
    ]
    await mine.track({})
    await theirs.track({})
    const seen = () => Object.keys(mine.presenceState()).toSorted()
    await until(() => seen().join() === 'ann,ben')
    process.kill(another.serverPid, 'SIGKILL')
    await until(() => seen().join() === 'ann', 20_000)
    for (const { socket } of [mine, theirs]) await socket.disconnect()
  })

  test('may use a login that is not a superuser', async () => {
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

  test('may have a pooler, which has to use the same database', async () => {
    const host = await startServer()
    const DATABASE_URL = await createExternalDatabase(host, 'behind')
    const elsewhere = await createExternalDatabase(host, 'elsewhere')
    const POOLER_URL = DATABASE_URL.replace('user=postgres', 'user=authenticator')
    const server = await startServer({ settings: { DATABASE_URL, POOLER_URL } })
    assert.deepEqual(await askAsVisitor(server), [401, '42501'])
    for (const [wrong, expectedMessage] of [
      [elsewhere, 'POOLER_URL leads to another database than DATABASE_URL.'],
      [`${POOLER_URL}-nobody`, 'POOLER_URL cannot be used: '],
    ] as const) {
      const { code, output } = await failToStart({
        settings: { DATABASE_URL, POOLER_URL: wrong, DATA_DIR: server.dataFolder },
      })
      assert.equal(code, 1)
      assert.ok(output.includes(expectedMessage), output)
    }
  })

  test('shares files between all servers of the database', async () => {
    const DATABASE_URL = await createExternalDatabase(await startServer(), 'filed')
    const settings = { DATABASE_URL, DATA_DIR: `${await temporaryFolder()}/data`, SEED: 'demo' }
    const [one, another] = [await startServer({ settings }), await startServer({ settings })]
    const anonKey = await anonKeyOf(one)
    const [mine, theirs] = [await signInAt(one, anonKey), await signInAt(another, anonKey)]
    const path = `${mine.id}/resume/outside.pdf`
    const bytes = Buffer.from(`%PDF-1.7\n${'outside '.repeat(50_000)}\n%%EOF\n`)
    const uploaded = await mine.documents.upload(path, bytes, { contentType: 'application/pdf' })
    assert.equal(uploaded.error, null, uploaded.error?.message)
    const { data: link } = await theirs.documents.createSignedUrl(path, 60)
    const response = await fetch(String(link?.signedUrl))
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
    const folder = join(settings.DATA_DIR, 'files')
    const kept = async () => (await readdir(folder, { recursive: true })).filter(isFile).length
    const before = await kept()
    const { error } = await theirs.documents.remove([path])
    assert.equal(error, null, error?.message)
    assert.equal((await mine.documents.download(path)).data, null)
    await until(async () => (await kept()) === before - 1)
  })

  test('refuses a second server that does not share the folder of files', async () => {
    const DATABASE_URL = await createExternalDatabase(await startServer(), 'apart')
    await startServer({ settings: { DATABASE_URL } })
    const { code, output } = await failToStart({ settings: { DATABASE_URL } })
    assert.equal(code, 1)
    assert.match(output, /^The other servers of this database do not use the folder/m)
  })

  test('a database that is down gives 503, and 200 when it is back', async () => {
    const host = await startServer()
    const DATABASE_URL = await createExternalDatabase(host, 'restarted')
    const server = await startServer({ settings: { DATABASE_URL } })
    await host.stop()
    assert.equal(await healthOf(server), 503)
    assert.deepEqual(await askAsVisitor(server), [503, 'PGRST001'])
    await startServer({ settings: { DATA_DIR: host.dataFolder } })
    assert.equal(await healthOf(server), 200)
    assert.deepEqual(await askAsVisitor(server), [401, '42501'])
  })
})
