import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test, type TestContext } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { z } from 'zod'
import { until } from '../support/server.ts'
import { isAnsweredByReplica, startWithReplica } from '../support/with-replica.ts'

const METRICS_TOKEN = 'a token for figures'
const { server, standby, queryPrimary } = await startWithReplica({ SEED: 'demo', METRICS_TOKEN })
const { anonKey } = z
  .object({ anonKey: z.string() })
  .parse(await (await fetch(`${server.url}/config.json`)).json())

await queryPrimary(
  `create function public.nap() returns boolean stable language sql
     as 'select pg_is_in_recovery() from pg_sleep(3)';
   create function public.unless_copy(refused text) returns boolean stable language plpgsql
     as 'begin
       if pg_is_in_recovery() then raise exception using errcode = refused; end if;
       return true;
     end';
   grant execute on function public.nap(), public.unless_copy(text) to anon, authenticated;
   create table public.remarks (id integer primary key);
   grant select, insert on public.remarks to anon, authenticated;
   notify pgrst, 'reload schema'`,
)

interface AskOptions {
  cache?: string | undefined
  method?: string
  token?: string | undefined
  accept?: string
}

async function ask(path: string, { cache, method = 'GET', token, accept }: AskOptions = {}) {
  const headers = {
    ...(cache === undefined ? {} : { 'cache-control': cache }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(accept === undefined ? {} : { accept }),
  }
  const response = await fetch(`${server.url}/rest/v1/${path}`, { method, headers })
  const { status } = response
  return { status, age: response.headers.get('age'), body: await response.text() }
}

const isFromReplica = (cache: string) => isAnsweredByReplica(server, cache)
const replicaAnswers = () => until(() => isFromReplica('max-stale'))

/** Pauses the replay of the standby until the test ends or the returned function is called. */
async function pauseReplay(t: TestContext) {
  await standby.query('select pg_wal_replay_pause()')
  await until(async () => {
    const [row] = await standby.query('select pg_get_wal_replay_pause_state() as state')
    return row?.['state'] === 'paused'
  })
  const resume = () => standby.query('select pg_wal_replay_resume()')
  t.after(resume)
  return resume
}

async function signIn() {
  const client = createClient(server.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const login = { email: 'facility@mendwell.test', password: 'Mendwell-demo-1' }
  const { data, error } = await client.auth.signInWithPassword(login)
  assert.equal(error, null, error?.message)
  return { client, token: data.session?.access_token ?? '' }
}

await until(async () => (await ask('remarks')).status === 200)

suite('REPLICA_URL', () => {
  test('answers reads whose client accepts old data, and reports the age', async () => {
    await replicaAnswers()
    for (const cache of ['max-stale=10', 'max-stale="10"', 'Max-Stale', 'max-stale=1000000000']) {
      const { body, age } = await ask('rpc/is_copy', { cache })
      assert.equal(body, 'true', cache)
      assert.match(age ?? '', /^[12]$/, cache)
    }
    const { status, age } = await ask('remarks', { cache: 'max-stale=10', method: 'HEAD' })
    assert.equal(status, 200)
    assert.match(age ?? '', /^[12]$/)
  })

  test('gets no other requests', async () => {
    await replicaAnswers()
    for (const cache of [
      undefined,
      'max-age=60',
      'max-stale=0',
      'max-stale=-1',
      'max-stale=abc',
      'max-stale=1e9',
      'max-stale=10, no-cache',
      'max-stale=10, max-stale=0',
    ]) {
      const { body, age } = await ask('rpc/is_copy', { cache })
      assert.equal(body, 'false', cache)
      assert.equal(age, null, cache)
    }
    const called = await ask('rpc/is_copy', { cache: 'max-stale=10', method: 'POST' })
    assert.equal(called.body, 'false')
    const described = await ask('', { cache: 'max-stale=10' })
    assert.deepEqual([described.status, described.age], [200, null])
  })

  // @covers operations.replica
  test('never gives older data than its client accepts', async (t) => {
    await replicaAnswers()
    const resume = await pauseReplay(t)
    await queryPrimary('insert into public.remarks values (1)')
    const old = await ask('remarks', { cache: 'max-stale=30' })
    assert.equal(old.body, '[]')
    assert.ok(old.age !== null)
    assert.equal((await ask('remarks')).body, '[{"id":1}]')
    await until(async () => (await ask('remarks', { cache: 'max-stale=3' })).age === null)
    assert.equal((await ask('remarks', { cache: 'max-stale=3' })).body, '[{"id":1}]')
    assert.equal((await ask('remarks', { cache: 'max-stale=30' })).body, '[]')
    await resume()
    await until(async () => {
      const { body, age } = await ask('remarks', { cache: 'max-stale=3' })
      return body === '[{"id":1}]' && age !== null
    })
  })

  test('refuses nothing because of rows that it does not have yet', async (t) => {
    await replicaAnswers()
    await pauseReplay(t)
    await queryPrimary('insert into public.remarks values (2)')
    const one = await ask('remarks?id=eq.2', {
      cache: 'max-stale=30',
      accept: 'application/vnd.pgrst.object+json',
    })
    assert.deepEqual(one, { status: 200, age: null, body: '{"id":2}' })
    const { token } = await signIn()
    const mine = await ask('remarks?id=eq.2', { cache: 'max-stale=30', token })
    assert.deepEqual(mine, { status: 200, age: null, body: '[{"id":2}]' })
  })

  test('sees the end of a session within the accepted age', async (t) => {
    const { client, token } = await signIn()
    const mine = () => ask('remarks', { cache: 'max-stale=3', token })
    await until(async () => (await mine()).age !== null)
    await pauseReplay(t)
    await client.auth.signOut()
    const ended = performance.now()
    const inTime = await ask('remarks', { cache: 'max-stale=30', token })
    assert.deepEqual([inTime.status, inTime.age !== null], [200, true])
    let lastServed = ended
    await until(async () => {
      const asked = performance.now()
      const { status } = await mine()
      if (status === 200) lastServed = asked
      return status === 401
    })
    assert.ok(lastServed - ended < 3000)
  })

  test('may stop and return without failed reads', async () => {
    await replicaAnswers()
    const over = new AbortController()
    const statuses: number[] = []
    const read = async () => {
      while (!over.signal.aborted) {
        statuses.push((await ask('rpc/is_copy', { cache: 'max-stale=10' })).status)
      }
    }
    const reading = Promise.all([read(), read(), read(), read()])
    await standby.kill()
    await sleep(1500)
    await standby.start()
    await replicaAnswers()
    over.abort()
    await reading
    assert.ok(statuses.length > 100)
    assert.deepEqual([...new Set(statuses)], [200])
  })

  test('may hang without long waits for reads', async (t) => {
    await replicaAnswers()
    const thaw = await standby.freeze()
    t.after(thaw)
    const begun = performance.now()
    const first = await ask('rpc/is_copy', { cache: 'max-stale=10' })
    assert.deepEqual(first, { status: 200, age: null, body: 'false' })
    assert.ok(performance.now() - begun < 5000)
    const next = performance.now()
    assert.equal((await ask('rpc/is_copy', { cache: 'max-stale=10' })).body, 'false')
    // The server avoids an unresponsive replica for a while, so the next request does not wait.
    assert.ok(performance.now() - next < 1500)
    thaw()
    await replicaAnswers()
  })

  test('is skipped while all its connections are busy', async () => {
    const { token } = await signIn()
    await until(async () => (await ask('remarks', { cache: 'max-stale', token })).age !== null)
    // A user and a visitor together occupy all eight connections, because one user may run only six requests.
    const napping = [token, undefined].flatMap((one) =>
      Array.from({ length: 4 }, () => ask('rpc/nap', { cache: 'max-stale', token: one })),
    )
    const busy = `select from pg_stat_activity
      where application_name = 'mendwell requests' and wait_event = 'PgSleep'`
    await until(async () => (await standby.query(busy)).length === 8)
    assert.equal(await isFromReplica('max-stale'), false)
    assert.equal((await standby.query(busy)).length, 8)
    for (const { body } of await Promise.all(napping)) assert.equal(body, 'true')
  })

  test('is not retried for a query that takes too long or gets too large', async () => {
    await until(() => isFromReplica('max-stale=1'))
    for (const [refused, status] of [
      ['57014', 504],
      ['54001', 400],
      ['P0001', 200],
    ] as const) {
      const answer = await ask(`rpc/unless_copy?refused=${refused}`, { cache: 'max-stale' })
      assert.deepEqual([answer.status, answer.age], [status, null], answer.body)
    }
  })

  test('is skipped if its replay blocks a query', async (t) => {
    await replicaAnswers()
    const reader = new Client({ connectionString: standby.urlFor('copied') })
    t.after(() => reader.end())
    await reader.connect()
    await reader.query('begin; select from public.remarks')
    await queryPrimary('alter table public.remarks add column note text')
    const isHeldUp = `select from pg_locks where mode = 'AccessExclusiveLock' and not granted`
    await until(async () => (await standby.query(isHeldUp)).length > 0)
    const answer = await ask('remarks?select=id', { cache: 'max-stale' })
    assert.deepEqual([answer.status, answer.age], [200, null], answer.body)
  })

  test('reports its connections and its lag as metrics', async () => {
    await replicaAnswers()
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const figures = await (await fetch(`${server.url}/metrics`, { headers })).text()
    assert.match(figures, /database_pool_connections\{pool="replica",state="all"\} [1-8]\n/)
    assert.match(figures, /^replica_age_seconds \d/m)
  })

  test('is not used once it is a primary itself', async () => {
    await replicaAnswers()
    await standby.query('select pg_promote()')
    await until(async () => (await ask('remarks', { cache: 'max-stale' })).age === null)
    await queryPrimary('insert into public.remarks values (3)')
    assert.equal(await isFromReplica('max-stale'), false)
    assert.match((await ask('remarks', { cache: 'max-stale' })).body, /\{"id":3,/)
  })
})
