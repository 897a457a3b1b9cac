import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { startRestServer } from './testing.ts'

const token = 'a-token-for-the-metrics'
const { askServer, ask, pool, reloadSchema, tokenFor } = await startRestServer({
  METRICS_TOKEN: token,
})
await pool.query(`
  create function lab.hold(key integer) returns void language sql stable
    as 'select pg_advisory_xact_lock(key)';
  create function lab.look() returns integer language sql stable as 'select 1';
  create function lab.act() returns integer language sql volatile as 'select 1';
  grant execute on function lab.hold(integer), lab.look(), lab.act()
    to anon, authenticated, service_role`)
await reloadSchema()
await until(async () => (await ask('/rpc/look')).status === 200)

const jsonHeaders = { 'content-type': 'application/json' }
const lockCountSql = `select from pg_locks l join pg_database d on d.oid = l.database
  where d.datname = current_database() and locktype = 'advisory' and not granted`

async function countWaiting() {
  const { body } = await askServer('/metrics', { headers: { authorization: `Bearer ${token}` } })
  return Number(
    /^database_pool_connections\{pool="requests",state="waiting"\} (\d+)$/mu.exec(body)?.[1],
  )
}

test('writes of users go before reads by any method and before requests of visitors', async () => {
  const authorizationFor = async (person: number) => ({
    ...jsonHeaders,
    authorization: `Bearer ${await tokenFor({ sub: `00000000-0000-4000-8000-0000000000${person}` })}`,
  })
  const lockingClient = await pool.connect()
  after(() => lockingClient.release(true))
  await lockingClient.query('select pg_advisory_lock(key) from generate_series(1, 8) key')
  // These requests take all eight connections. Two are by a user, because the pool ends all but two long requests of
  // users while others wait.
  const serverToken = await tokenFor({ role: 'service_role', sub: undefined })
  const serverHeaders = { ...jsonHeaders, authorization: `Bearer ${serverToken}` }
  const heldRequests = [1, 2, 3, 4, 5, 6, 7, 8].map(async (key) => {
    const headers = key > 6 ? await authorizationFor(11) : serverHeaders
    return ask('/rpc/hold', { method: 'POST', headers, body: { key } })
  })
  await until(async () => (await pool.query(lockCountSql)).rowCount === 8)

  const order: string[] = []
  const userHeaders = await authorizationFor(13)
  const visitorHeaders = { ...jsonHeaders, authorization: '' }
  const singleObject = { accept: 'application/vnd.pgrst.object+json' }
  const idempotent = { 'idempotency-key': 'who-goes-first' }
  const requests = [
    ['visitor', '/rpc/act', visitorHeaders],
    ['visitor once', '/rpc/act', { ...visitorHeaders, ...idempotent }],
    ['visitor one', '/rpc/act', { ...visitorHeaders, ...singleObject }],
    ['look', '/rpc/look', userHeaders],
    ['look one', '/rpc/look', { ...userHeaders, ...singleObject }],
    ['act', '/rpc/act', userHeaders],
    ['act once', '/rpc/act', { ...userHeaders, ...idempotent }],
    ['act one', '/rpc/act', { ...userHeaders, ...singleObject }],
  ] as const
  const responses: Promise<number>[] = []
  for (const [name, path, headers] of requests) {
    const response = ask(path, { method: 'POST', headers, body: {} })
    responses.push(response.then(({ status }) => order.push(`${name} ${status}`)))
    await until(async () => (await countWaiting()) === responses.length)
  }
  // Release one connection, which then serves the waiting requests one by one.
  await lockingClient.query('select pg_advisory_unlock(1)')
  await Promise.all(responses)
  await lockingClient.query('select pg_advisory_unlock_all()')
  await Promise.all(heldRequests)
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
