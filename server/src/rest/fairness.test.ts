// Checks that users with expensive requests cannot delay other users.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { startRestServer } from './testing.ts'

const { askServer, ask, pool, assertRefused, reloadSchema, tokenFor } = await startRestServer()
await pool.query(`
  create function lab.timeout_now(lab.makers) returns text language sql stable
    as $$ select current_setting('statement_timeout') $$;
  create function lab.some_makers() returns setof lab.makers language sql stable
    as 'select * from lab.makers';
  grant execute on function lab.timeout_now(lab.makers), lab.some_makers()
    to anon, authenticated, service_role`)
await reloadSchema()
await until(async () => (await ask('/makers?select=timeout_now&limit=1')).status === 200)

const json = { 'content-type': 'application/json' }
const headersFor = async (sub: string) => ({
  ...json,
  authorization: `Bearer ${await tokenFor({ sub })}`,
})

suite('the timeout of a statement is', () => {
  const lists = (times: number): string =>
    times === 0 ? 'id' : `id,makers!parent_id(${lists(times - 1)})`
  const around = (times: number): string =>
    times === 0 ? 'id' : `things!maker_id(id,makers!maker_id(${around(times - 1)}))`
  const representation = { prefer: 'return=representation' }
  const timeouts: [string, string, string, RequestInit['method']?, object?][] = [
    ['8s', 'for an ordinary read', '/makers?select=timeout_now&name=like.*'],
    ['8s', 'with lists that lead down five levels', `/makers?select=timeout_now,${lists(5)}`],
    ['2s', 'with lists of shared rows', `/makers?select=timeout_now,${around(2)}`],
    ['8s', 'with embeds of two levels', `/makers?select=timeout_now,${lists(2)}`],
    ['1s', 'with match', '/makers?select=timeout_now&name=match..'],
    ['1s', 'with imatch', '/makers?select=timeout_now&name=imatch..'],
    ['1s', 'with not.match', '/makers?select=timeout_now&name=not.match.!'],
    ['1s', 'with match(any)', '/makers?select=timeout_now&name=match(any).{.,!}'],
    ['1s', 'with match in or', '/makers?select=timeout_now&or=(id.is.null,and(name.match..))'],
    ['1s', 'with match in a function call', '/rpc/some_makers?select=timeout_now&name=match..'],
    [
      '1s',
      'with match in an embed',
      '/makers?select=timeout_now,makers!parent_id(id)&makers.name=match..',
    ],
    ['1s', 'with match in a write', '/makers?select=timeout_now&name=match..', 'PATCH', {}],
  ]
  for (const [timeout, description, path, method = 'GET', body] of timeouts) {
    test(`${timeout} ${description}`, async () => {
      const options = body ? { body: { parent_id: null } } : {}
      const { status, body: text } = await ask(path, {
        method,
        headers: { ...json, ...representation },
        ...options,
      })
      assert.equal(status, 200, text)
      assert.match(text, new RegExp(`"timeout_now":"${timeout}"`, 'u'))
    })
  }
})

test('a regular expression that takes long is stopped after a second', async () => {
  await pool.query(
    "insert into lab.makers (id, name) values (900, (select string_agg(md5(n::text), '') from generate_series(1, 100) n))",
  )
  const expression = encodeURIComponent(String.raw`(.+)(.+)(.+)(.+)\4\3\2\1`)
  const { status, code } = await assertRefused(`/makers?id=eq.900&name=match.${expression}`)
  assert.deepEqual([status, code], [504, '57014'])
  await pool.query('delete from lab.makers where id = 900')
})

test('ten users with slow reads and writes do not delay the others', async () => {
  const attackers = await Promise.all(Array.from({ length: 10 }, () => headersFor(randomUUID())))
  const slow = attackers.flatMap((headers) => [
    ask('/rpc/pause', { method: 'POST', headers, body: { seconds: 1 } }),
    ask('/rpc/wait', { method: 'POST', headers, body: { seconds: 1 } }),
  ])
  const firstSlow = Promise.any(slow).then(() => 'slow')
  const headers = await headersFor(randomUUID())
  const read = ask('/makers', { headers }).then(({ status }) => `read ${status}`)
  const write = ask('/rpc/wait', { method: 'POST', headers, body: { seconds: 0 } }).then(
    ({ status }) => `write ${status}`,
  )
  assert.equal(await Promise.race([firstSlow, read]), 'read 200')
  assert.equal(await Promise.race([firstSlow, write]), 'write 200')
  await Promise.all(slow)
})

test("a user's writes run one after the other", async () => {
  await pool.query(`create function lab.lock_own() returns boolean language sql volatile
    as 'select pg_try_advisory_xact_lock(42) from pg_sleep(0.05)'`)
  await pool.query('grant execute on function lab.lock_own() to authenticated')
  await reloadSchema()
  const lockOwn = () => ask('/rpc/lock_own', { method: 'POST', headers: json, body: {} })
  await until(async () => (await lockOwn()).status === 200)
  const responses = await Promise.all(Array.from({ length: 6 }, lockOwn))
  assert.deepEqual(
    responses.map(({ body }) => body),
    Array.from({ length: 6 }, () => 'true'),
  )
})

suite('a user whose database time is used up', () => {
  async function limit(value: string) {
    const query = "update private.settings set value = $1 where name = 'limit_requests_database'"
    await pool.query(query, [value])
    await reloadSchema()
  }

  test('is refused by the data and file dialects, and the others are not', async () => {
    await limit('100/3600')
    const headers = await headersFor(randomUUID())
    const pause = () => ask('/rpc/pause', { method: 'POST', headers, body: { seconds: 0.2 } })
    await until(async () => (await pause()).status === 429)
    const { status, code, message, headers: sent } = await assertRefused('/makers', { headers })
    assert.deepEqual(
      [status, code, message],
      [429, 'too_many_requests', 'Your requests took too much time of the server.'],
    )
    assert.match(sent['retry-after'] ?? '', /^[1-9]\d*$/u)
    const listed = await askServer('/storage/v1/bucket', { headers })
    assert.equal(listed.status, 429)

    assert.equal((await ask('/makers', { headers: await headersFor(randomUUID()) })).status, 200)
    const serverToken = await tokenFor({ role: 'service_role', sub: undefined })
    const serverHeaders = { ...json, authorization: `Bearer ${serverToken}` }
    for (let n = 0; n < 3; n += 1) {
      const { status: serverStatus } = await ask('/rpc/pause', {
        method: 'POST',
        headers: serverHeaders,
        body: { seconds: 0.1 },
      })
      assert.equal(serverStatus, 200)
    }
    await limit('999999999/1')
    await until(async () => (await ask('/makers', { headers })).status === 200)
  })
})
