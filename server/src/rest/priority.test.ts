import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { startLab } from './testing.ts'

const token = 'a-token-for-the-metrics'
const { anywhere, ask, pool, reload, tokenFor } = await startLab({ METRICS_TOKEN: token })
await pool.query(`
  create function lab.hold(key integer) returns void language sql stable
    as 'select pg_advisory_xact_lock(key)';
  create function lab.look() returns integer language sql stable as 'select 1';
  create function lab.act() returns integer language sql volatile as 'select 1';
  grant execute on function lab.hold(integer), lab.look(), lab.act() to anon, authenticated`)
await reload()
await until(async () => (await ask('/rpc/look')).status === 200)

const json = { 'content-type': 'application/json' }
const held = `select from pg_locks l join pg_database d on d.oid = l.database
  where d.datname = current_database() and locktype = 'advisory' and not granted`

async function waiting() {
  const { body } = await anywhere('/metrics', { headers: { authorization: `Bearer ${token}` } })
  return Number(
    /^database_pool_connections\{pool="requests",state="waiting"\} (\d+)$/mu.exec(body)?.[1],
  )
}

test('writes of users go before reads by any method and before requests of visitors', async () => {
  const bearer = async (person: number) => ({
    ...json,
    authorization: `Bearer ${await tokenFor({ sub: `00000000-0000-4000-8000-0000000000${person}` })}`,
  })
  const keeper = await pool.connect()
  after(() => keeper.release(true))
  await keeper.query('select pg_advisory_lock(key) from generate_series(1, 8) key')
  // These requests take all connections. They are from two users, because one user can hold at most six connections.
  const holders = [1, 2, 3, 4, 5, 6, 7, 8].map(async (key) => {
    const headers = await bearer(key > 4 ? 11 : 12)
    return ask('/rpc/hold', { method: 'POST', headers, body: { key } })
  })
  await until(async () => (await pool.query(held)).rowCount === 8)

  const order: string[] = []
  const me = await bearer(13)
  const visitor = { ...json, authorization: '' }
  const one = { accept: 'application/vnd.pgrst.object+json' }
  const once = { 'idempotency-key': 'who-goes-first' }
  const requests = [
    ['visitor', '/rpc/act', visitor],
    ['visitor once', '/rpc/act', { ...visitor, ...once }],
    ['visitor one', '/rpc/act', { ...visitor, ...one }],
    ['look', '/rpc/look', me],
    ['look one', '/rpc/look', { ...me, ...one }],
    ['act', '/rpc/act', me],
    ['act once', '/rpc/act', { ...me, ...once }],
    ['act one', '/rpc/act', { ...me, ...one }],
  ] as const
  const sent: Promise<number>[] = []
  for (const [name, path, headers] of requests) {
    const asked = ask(path, { method: 'POST', headers, body: {} })
    sent.push(asked.then(({ status }) => order.push(`${name} ${status}`)))
    await until(async () => (await waiting()) === sent.length)
  }
  // Release one connection, which then serves the waiting requests one by one.
  await keeper.query('select pg_advisory_unlock(1)')
  await Promise.all(sent)
  await keeper.query('select pg_advisory_unlock_all()')
  await Promise.all(holders)
  assert.deepEqual(
    order,
    [
      'act',
      'act once',
      'act one',
      'visitor',
      'visitor once',
      'visitor one',
      'look',
      'look one',
    ].map((name) => `${name} 200`),
  )
})
