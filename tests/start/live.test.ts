import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { Client } from 'pg'
import { z } from 'zod'
import { addJob, queryDatabase, signIn } from '../support/busy-market.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { type Server, startServer, until } from '../support/server.ts'

const secretsOf = ({ dataFolder }: Server) =>
  z
    .object({ anonKey: z.string() })
    .parse(JSON.parse(readFileSync(`${dataFolder}/secrets.json`, 'utf8')))

suite('a stop', () => {
  test('notifies sockets that the server restarts', async () => {
    const server = await startServer()
    const sockets = await Promise.all(
      [1, 2, 3].map(() => new LiveSocket(server.url, secretsOf(server).anonKey).waitUntilOpen()),
    )
    const begun = performance.now()
    assert.equal(await server.stop(), 0)
    assert.ok(performance.now() - begun < 9000)
    assert.deepEqual(
      await Promise.all(sockets.map((one) => one.waitForCloseCode())),
      [1012, 1012, 1012],
    )
  })
})

const minute = 60_000

/**
 * Opens a writing transaction in another database of the same PostgreSQL. `age` resolves with the transaction's age in
 * seconds.
 */
async function writeElsewhere(server: Server) {
  await queryDatabase(server, 'create database elsewhere')
  const client = new Client({ ...server.connection, database: 'elsewhere' })
  await client.connect()
  await client.query('create table notes (id integer)')
  await client.query('begin; insert into notes values (1)')
  const age = async () => {
    const { rows } = await client.query<{ age: number }>(
      'select extract(epoch from clock_timestamp() - now())::float as age',
    )
    return rows[0]?.age ?? 0
  }
  return { age, end: () => client.end() }
}

suite('a change', () => {
  test('arrives while another database has a transaction open for a minute', async () => {
    const server = await startServer()
    const { client, id, session } = await signIn(server, 'facility')
    await client.realtime.setAuth(session.access_token)
    const receivedTitles = new Set<unknown>()
    const { promise: isFollowed, resolve } = Promise.withResolvers<void>()
    client
      .channel('jobs')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'jobs' }, (change) =>
        receivedTitles.add(change.new['title']),
      )
      .subscribe((status) => status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED && resolve())
    await isFollowed
    const elsewhere = await writeElsewhere(server)
    const begun = performance.now()
    for (let tenth = 1; tenth <= 10; tenth += 1) {
      await until(() => performance.now() - begun >= (tenth * minute) / 10)
      await addJob({ client, id, session }, `Job ${tenth}`)
      await until(() => receivedTitles.has(`Job ${tenth}`), 5000)
    }
    assert.ok((await elsewhere.age()) >= 60)
    await elsewhere.end()
    await client.realtime.disconnect()
    await server.stop()
  })
})
