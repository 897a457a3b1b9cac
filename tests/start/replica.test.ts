import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test, type TestContext } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { outsideDatabase } from '../support/outside-database.ts'
import { failToStart, startServer, until } from '../support/server.ts'
import { query, Standby } from '../support/standby.ts'

const host = await startServer()
const DATABASE_URL = await outsideDatabase(host, 'copied')
await outsideDatabase(host, 'elsewhere')
const standby = await Standby.of(host)
const METRICS_TOKEN = 'a token for figures'
const settings = {
  DATABASE_URL,
  REPLICA_URL: standby.urlFor('copied', 'authenticator'),
  SEED: 'demo',
  METRICS_TOKEN,
}
const server = await startServer({ settings })
const { anonKey } = z
  .object({ anonKey: z.string() })
  .parse(await (await fetch(`${server.url}/config.json`)).json())

const inPrimary = (statement: string) =>
  query({ ...host.connection, database: 'copied' }, statement)

await inPrimary(
  `create function public.is_copy() returns boolean stable language sql
     as 'select pg_is_in_recovery()';
   grant execute on function public.is_copy() to anon, authenticated;
   create table public.remarks (id integer primary key);
   grant select, insert on public.remarks to anon, authenticated;
   delete from private.settings where name like 'limit\\_%';
   notify pgrst, 'reload schema'`,
)

interface Ask {
  cache?: string | undefined
  method?: string
  token?: string
  accept?: string
}

async function ask(path: string, { cache, method = 'GET', token, accept }: Ask = {}) {
  const headers = {
    ...(cache === undefined ? {} : { 'cache-control': cache }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(accept === undefined ? {} : { accept }),
  }
  const response = await fetch(`${server.url}/rest/v1/${path}`, { method, headers })
  const { status } = response
  return { status, age: response.headers.get('age'), body: await response.text() }
}

const isFromReplica = async (cache: string) => (await ask('rpc/is_copy', { cache })).body === 'true'
const replicaAnswers = () => until(() => isFromReplica('max-stale'))

/** Until the test is over, or the returned function is called. */
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

await until(async () => (await ask('rpc/is_copy')).status === 200)

suite('REPLICA_URL', () => {
  test('answers reads whose client says that they may be old, and says how old', async () => {
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

  test('is asked nothing else', async () => {
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

  test('gives no answer that is older than its client puts up with', async (t) => {
    await replicaAnswers()
    const resume = await pauseReplay(t)
    await inPrimary('insert into public.remarks values (1)')
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

  test('refuses nobody for what it does not know yet', async (t) => {
    await replicaAnswers()
    await pauseReplay(t)
    await inPrimary('insert into public.remarks values (2)')
    const one = await ask('remarks?id=eq.2', {
      cache: 'max-stale=30',
      accept: 'application/vnd.pgrst.object+json',
    })
    assert.deepEqual(one, { status: 200, age: null, body: '{"id":2}' })
    const { token } = await signIn()
    const mine = await ask('remarks?id=eq.2', { cache: 'max-stale=30', token })
    assert.deepEqual(mine, { status: 200, age: null, body: '[{"id":2}]' })
  })

  test('sees the end of a session no later than the answer may be old', async (t) => {
    const { client, token } = await signIn()
    const mine = () => ask('remarks', { cache: 'max-stale=3', token })
    await until(async () => (await mine()).age !== null)
    await pauseReplay(t)
    await client.auth.signOut()
    assert.equal((await mine()).status, 200)
    const ended = performance.now()
    await until(async () => (await mine()).status === 401)
    assert.ok(performance.now() - ended < 3500)
  })

  test('may go and come back, and no read fails', async () => {
    await replicaAnswers()
    const over = new AbortController()
    const statuses: number[] = []
    const read = async () => {
      while (!over.signal.aborted) {
        statuses.push((await ask('rpc/is_copy', { cache: 'max-stale=10' })).status)
      }
    }
    const reading = Promise.all([read(), read(), read(), read()])
    await standby.end()
    await sleep(1500)
    await standby.start()
    await replicaAnswers()
    over.abort()
    await reading
    assert.ok(statuses.length > 100)
    assert.deepEqual([...new Set(statuses)], [200])
  })

  test('may fall silent, and no read waits for it for long', async (t) => {
    await replicaAnswers()
    const thaw = await standby.freeze()
    t.after(thaw)
    const begun = performance.now()
    const first = await ask('rpc/is_copy', { cache: 'max-stale=10' })
    assert.deepEqual(first, { status: 200, age: null, body: 'false' })
    assert.ok(performance.now() - begun < 5000)
    const next = performance.now()
    assert.equal((await ask('rpc/is_copy', { cache: 'max-stale=10' })).body, 'false')
    assert.ok(performance.now() - next < 500)
    thaw()
    await replicaAnswers()
  })

  test('has its connections counted', async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const figures = await (await fetch(`${server.url}/metrics`, { headers })).text()
    assert.match(figures, /database_pool_connections\{pool="replica",state="all"\} [1-8]\n/)
  })

  for (const [what, wrong, said] of [
    [
      'another database',
      standby.urlFor('elsewhere'),
      'REPLICA_URL leads to another database than DATABASE_URL.',
    ],
    [
      'the primary',
      DATABASE_URL,
      'REPLICA_URL leads to a PostgreSQL that takes writes: it is no standby.',
    ],
    ['no database', standby.urlFor('nowhere'), 'REPLICA_URL cannot be used: '],
  ] as const) {
    test(`is refused where it leads to ${what}`, async () => {
      const { code, output } = await failToStart({
        settings: { ...settings, REPLICA_URL: wrong, DATA_DIR: server.dataFolder },
      })
      assert.equal(code, 1)
      assert.ok(output.includes(said), output)
    })
  }

  test('keeps no server from starting while it is away', async () => {
    await standby.end()
    // A superuser, who becomes what requests log in as.
    const REPLICA_URL = standby.urlFor('copied')
    const another = await startServer({
      settings: { ...settings, REPLICA_URL, DATA_DIR: server.dataFolder },
    })
    const copied = async () => {
      const headers = { 'cache-control': 'max-stale=10' }
      const response = await fetch(`${another.url}/rest/v1/rpc/is_copy`, { headers })
      return response.text()
    }
    assert.equal(await copied(), 'false')
    await standby.start()
    await until(async () => (await copied()) === 'true')
  })

  test('is left alone once it is a primary itself', async () => {
    await replicaAnswers()
    await standby.query('select pg_promote()')
    await until(async () => (await ask('remarks', { cache: 'max-stale' })).age === null)
    await inPrimary('insert into public.remarks values (3)')
    assert.equal(await isFromReplica('max-stale'), false)
    assert.match((await ask('remarks', { cache: 'max-stale' })).body, /\{"id":3\}/)
  })
})
