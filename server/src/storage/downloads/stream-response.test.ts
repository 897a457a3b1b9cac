// Checks that a client frees its place in the queue when it disconnects, before or during a download.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../../../../tests/support/until.ts'
import { startApp } from '../../../tests/support/app.ts'

const { app, ask, pool, port, secrets } = await startApp()
const asServer = { authorization: `Bearer ${secrets.serviceRoleKey}` }
const path = '/storage/v1/object/public/notes/long.txt'
const long = 'x'.repeat(1_000_000)

const bucket = { method: 'POST', headers: { ...asServer, 'content-type': 'application/json' } }
await ask('/storage/v1/bucket', { ...bucket, body: '{"name":"notes","public":true}' })
const file = { method: 'POST', headers: { ...asServer, 'content-type': 'text/plain' }, body: long }
assert.equal((await ask('/storage/v1/object/notes/long.txt', file)).status, 200)

async function waitingForLock() {
  const { rows } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

const openSockets = promisify(app.server.getConnections.bind(app.server))

/** Sends the requests over each of the sockets while the database is locked. */
async function askInVain(sockets: number, requests: number) {
  const db = await pool.connect()
  await db.query('begin; lock table storage.objects in access exclusive mode')
  const opened = Array.from({ length: sockets }, () => connect(port, '127.0.0.1'))
  for (const socket of opened)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(requests))
  await until(async () => (await waitingForLock()) >= 6)
  const letGo = async () => {
    await db.query('rollback')
    db.release()
  }
  const hangUp = async () => {
    for (const socket of opened) socket.destroy()
    await until(async () => (await openSockets()) === 0)
  }
  return { opened, letGo, hangUp }
}

async function othersAreServed() {
  const answers = await Promise.all(Array.from({ length: 16 }, () => ask(path)))
  assert.deepEqual(
    new Set(answers.map(({ status, body }) => [status, body.length].join())),
    new Set([`200,${long.length}`]),
  )
}

test(
  'a client that disconnects before its file is found takes no queue slot',
  { timeout: 30_000 },
  async () => {
    const { letGo, hangUp } = await askInVain(20, 1)
    await hangUp()
    await letGo()
    await othersAreServed()
  },
)

test(
  'a client that aborts several downloads on one connection keeps no queue slots',
  { timeout: 30_000 },
  async () => {
    const { opened, letGo, hangUp } = await askInVain(1, 20)
    await letGo()
    for (const socket of opened) await once(socket, 'data')
    await hangUp()
    await othersAreServed()
  },
)
