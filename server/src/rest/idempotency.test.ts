import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { startRestServer } from './testing.ts'

const { ask, pool, assertRefused, tokenFor } = await startRestServer()

function insertRequest(id: number, key: string, headers = {}) {
  return {
    method: 'POST',
    body: { id, name: 'kept' },
    headers: {
      'idempotency-key': key,
      prefer: 'return=representation',
      'content-type': 'application/json',
      ...headers,
    },
  }
}

suite('a request with an Idempotency-Key', () => {
  test('has one effect and one response', async () => {
    const first = await ask('/makers?select=id', insertRequest(100, 'a'))
    const second = await ask('/makers?select=id', insertRequest(100, 'a'))
    assert.deepEqual(
      [first.status, first.json, first.headers['idempotency-replayed']],
      [201, [{ id: 100 }], undefined],
    )
    assert.deepEqual(
      [second.status, second.json, second.headers['idempotency-replayed']],
      [201, [{ id: 100 }], 'true'],
    )
    assert.equal(second.headers['content-type'], first.headers['content-type'])
  })

  test('has one effect when it is sent many times at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => ask('/makers', insertRequest(101, 'b'))),
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      Array(10).fill(201),
    )
    assert.equal(responses.filter(({ headers }) => headers['idempotency-replayed']).length, 9)
  })

  test('is refused if another request used the key', async () => {
    await ask('/makers', insertRequest(102, 'c'))
    const { status, code } = await assertRefused('/makers', insertRequest(103, 'c'))
    assert.deepEqual([status, code], [422, 'idempotency_key_reused'])
    assert.equal((await assertRefused('/makers?select=id', insertRequest(102, 'c'))).status, 422)
  })

  test('is not stored if it was refused', async () => {
    assert.equal((await assertRefused('/makers', insertRequest(1, 'd'))).code, '23505')
    assert.equal((await ask('/makers', insertRequest(104, 'd'))).status, 201)
  })

  test('belongs to one user', async () => {
    await ask('/makers', insertRequest(105, 'e'))
    const authorization = `Bearer ${await tokenFor({ sub: randomUUID() })}`
    assert.equal(
      (await assertRefused('/makers', insertRequest(105, 'e', { authorization }))).code,
      '23505',
    )
  })

  test('is forgotten after a day', async () => {
    await ask('/makers', insertRequest(106, 'f'))
    await pool.query("update private.request_keys set created_at = now() - interval '25 hours'")
    assert.equal((await assertRefused('/makers', insertRequest(106, 'f'))).code, '23505')
  })

  test('is not replayed for an ended session', async () => {
    const [user, session] = [randomUUID(), randomUUID()]
    await pool.query('insert into auth.users (id, email) values ($1, $2)', [
      user,
      'once@example.test',
    ])
    await pool.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, user])
    const authorization = `Bearer ${await tokenFor({ sub: user, session_id: session })}`
    assert.equal((await ask('/makers', insertRequest(107, 'g', { authorization }))).status, 201)
    await pool.query('delete from auth.sessions where id = $1', [session])
    const { status, code } = await assertRefused(
      '/makers',
      insertRequest(107, 'g', { authorization }),
    )
    assert.deepEqual([status, code], [401, 'session_not_found'])
  })

  test('is replayed without the body if the body was too long to store', async () => {
    const body = { length: 300_000 }
    const headers = { 'idempotency-key': 'h', 'content-type': 'application/json' }
    const first = await ask('/rpc/long_answer', { method: 'POST', body, headers })
    const second = await ask('/rpc/long_answer', { method: 'POST', body, headers })
    assert.deepEqual([first.body.length, second.status, second.body], [300_002, 200, ''])
  })

  test('needs a key of 1 to 255 characters', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      assert.equal(
        (await assertRefused('/makers', insertRequest(108, key))).code,
        'idempotency_key_invalid',
      )
    }
  })

  test('still works after the prepared statements were lost', async () => {
    for (let index = 0; index < 20; index += 1)
      await ask('/makers', insertRequest(200 + index, `plan ${index}`))
    await pool.query(`create function lab.forget() returns void language plpgsql as $$ begin execute 'deallocate all'; end $$;
      grant execute on function lab.forget() to authenticated; notify pgrst, 'reload schema'`)
    for (let index = 0; index < 20; index += 1) {
      await ask('/rpc/forget', { method: 'POST' })
      assert.equal((await ask('/makers', insertRequest(300 + index, `later ${index}`))).status, 201)
    }
  })
})

suite('the keys of one user', () => {
  const post = async (path: string, key: string, body: unknown, sub: string) =>
    ask(path, {
      method: 'POST',
      body,
      headers: {
        'idempotency-key': key,
        'content-type': 'application/json',
        authorization: `Bearer ${await tokenFor({ sub })}`,
      },
    })
  const storedBytes = async (sub: string) => {
    const { rows } = await pool.query<{ bytes: string | null }>(
      `select sum(length(key) + length(headers::text) + length(body)) as bytes
       from private.request_keys where owner = $1 and body is not null`,
      [`authenticated:${sub}`],
    )
    return Number(rows[0]?.bytes)
  }

  test('keep at most 2 MB of keys and responses a day, and later responses are replayed without a body', async () => {
    const sub = randomUUID()
    const long = (key: string, length = 250_000) => post('/rpc/long_answer', key, { length }, sub)
    for (let index = 0; index < 12; index += 1)
      assert.equal((await long(`long ${index}`)).status, 200)
    const bytes = await storedBytes(sub)
    assert.ok(bytes <= 2 * 1024 * 1024)
    const { rows } = await pool.query<{ bytes: string }>(
      'select bytes from private.request_key_usage where owner = $1',
      [`authenticated:${sub}`],
    )
    assert.equal(Number(rows[0]?.bytes), bytes)
    const replayed = await long('long 11')
    assert.deepEqual(
      [replayed.status, replayed.headers['idempotency-replayed'], replayed.body],
      [200, 'true', ''],
    )
    // A short response still fits into the user's quota, and other users have their own quotas.
    await long('short', 10)
    assert.equal((await long('short', 10)).body.length, 12)
    const other = randomUUID()
    await post('/rpc/long_answer', 'other', { length: 250_000 }, other)
    assert.ok((await storedBytes(other)) > 250_000)
  })

  test('are at most 10,000 a day', async () => {
    const sub = randomUUID()
    assert.equal((await post('/rpc/long_answer', 'first', { length: 1 }, sub)).status, 200)
    await pool.query('update private.request_key_usage set keys = 10000 where owner = $1', [
      `authenticated:${sub}`,
    ])
    const { status, headers, json } = await post('/rpc/long_answer', 'more', { length: 1 }, sub)
    assert.deepEqual(
      [status, headers['retry-after'], z.object({ code: z.string() }).parse(json).code],
      [429, '3600', 'too_many_idempotency_keys'],
    )
    const repeated = await post('/rpc/long_answer', 'first', { length: 1 }, sub)
    assert.equal(repeated.headers['idempotency-replayed'], 'true')
  })

  test('are not stored for reads', async () => {
    const sub = randomUUID()
    const repeat = () => post('/rpc/pause', 'read', { seconds: 0 }, sub)
    await repeat()
    const { status, headers } = await repeat()
    assert.deepEqual([status, headers['idempotency-replayed']], [200, undefined])
    assert.equal(await storedBytes(sub), 0)
  })
})
