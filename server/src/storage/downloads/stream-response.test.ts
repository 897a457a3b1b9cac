// Checks that a client frees its place in the queue when it disconnects, before or during a download.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { until } from '../../../../tests/support/until.ts'
import { startApp } from '../../../tests/support/app.ts'

const { app, ask, pool, port, secrets } = await startApp()
// Requests that wait for a lock use database time, so this test needs a high limit for database time.
await pool.query(
  "update private.settings set value = '1000000/1' where name = 'limit_requests_database'",
)
await pool.query("notify pgrst, 'reload schema'")
const serviceHeaders = { authorization: `Bearer ${secrets.serviceRoleKey}` }
const filePath = '/storage/v1/object/public/notes/long.txt'
const fileContent = 'x'.repeat(1_000_000)

const bucketRequest = {
  method: 'POST',
  headers: { ...serviceHeaders, 'content-type': 'application/json' },
}
await ask('/storage/v1/bucket', { ...bucketRequest, body: '{"name":"notes","public":true}' })
const uploadRequest = {
  method: 'POST',
  headers: { ...serviceHeaders, 'content-type': 'text/plain' },
  body: fileContent,
}
assert.equal((await ask('/storage/v1/object/notes/long.txt', uploadRequest)).status, 200)

async function countStatementsWaitingForLock() {
  const { rows } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

const countOpenSockets = promisify(app.server.getConnections.bind(app.server))

/** Opens several sockets, and sends several requests over each socket while the database is locked. */
async function requestWhileLocked(sockets: number, requests: number) {
  const db = await pool.connect()
  await db.query('begin; lock table storage.objects in access exclusive mode')
  const clients = Array.from({ length: sockets }, () => connect(port, '127.0.0.1'))
  for (const socket of clients)
    socket.write(`GET ${filePath} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(requests))
  await until(async () => (await countStatementsWaitingForLock()) > 0)
  const unlock = async () => {
    await db.query('rollback')
    db.release()
  }
  const disconnect = async () => {
    for (const socket of clients) socket.destroy()
    await until(async () => (await countOpenSockets()) === 0)
  }
  return { clients, unlock, disconnect }
}

async function assertOthersAreServed() {
  const responses = await Promise.all(Array.from({ length: 16 }, () => ask(filePath)))
  assert.deepEqual(
    new Set(responses.map(({ status, body }) => [status, body.length].join())),
    new Set([`200,${fileContent.length}`]),
  )
}

test(
  'a client that disconnects before its file is found takes no queue slot',
  { timeout: 30_000 },
  async () => {
    const { unlock, disconnect } = await requestWhileLocked(20, 1)
    await disconnect()
    await unlock()
    await assertOthersAreServed()
  },
)

test(
  'a client that aborts several downloads on one connection keeps no queue slots',
  { timeout: 30_000 },
  async () => {
    const { clients, unlock, disconnect } = await requestWhileLocked(1, 20)
    await unlock()
    for (const socket of clients) await once(socket, 'data')
    await disconnect()
    await assertOthersAreServed()
  },
)
