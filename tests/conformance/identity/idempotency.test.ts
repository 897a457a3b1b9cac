import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sendRequest, headersWithToken, jsonHeaders, refusalIn } from '../support/http-request.ts'
import { rowsOf } from '../support/expect.ts'
import { type Actor, createActor, jobFields } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

function post(person: Actor, key: string, body: unknown, prefer = 'return=representation') {
  const headers = {
    ...headersWithToken(tokenFor(person.id)),
    ...jsonHeaders,
    prefer,
    'idempotency-key': key,
  }
  return sendRequest('/rest/v1/jobs', { method: 'POST', headers, body: JSON.stringify(body) })
}

async function jobsOf({ client }: Actor) {
  return (await rowsOf(client.from('jobs').select('id'))).length
}

suite('a request with an Idempotency-Key', () => {
  test('that is repeated has one effect and the same response', async () => {
    const facility = await createActor('facility')
    const key = crypto.randomUUID()
    const first = await post(facility, key, jobFields(facility))
    const repeated = await post(facility, key, jobFields(facility))
    assert.deepEqual([first.status, repeated.status, repeated.text], [201, 201, first.text])
    assert.equal(repeated.headers['content-type'], first.headers['content-type'])
    assert.equal(await jobsOf(facility), 1)
  })

  test('with another body, address or preference is refused', async () => {
    const facility = await createActor('facility')
    const key = crypto.randomUUID()
    await post(facility, key, jobFields(facility))
    const other = await post(facility, key, { ...jobFields(facility), budget: 7 })
    assert.deepEqual([other.status, refusalIn(other).code], [422, 'idempotency_key_reused'])
    const minimal = await post(facility, key, jobFields(facility), 'return=minimal')
    assert.equal(minimal.status, 422)
    assert.equal(await jobsOf(facility), 1)
  })

  test('that was refused is not stored', async () => {
    const facility = await createActor('facility')
    const key = crypto.randomUUID()
    const refused = await post(facility, key, { ...jobFields(facility), budget: -1 })
    assert.deepEqual([refused.status, refusalIn(refused).code], [400, 'money_invalid'])
    assert.equal((await post(facility, key, jobFields(facility))).status, 201)
    assert.equal(await jobsOf(facility), 1)
  })

  test('that is sent several times at once has one effect', async () => {
    const facility = await createActor('facility')
    const key = crypto.randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => post(facility, key, jobFields(facility))),
    )
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201])
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
    assert.equal(await jobsOf(facility), 1)
  })

  test('belongs to one user: the same key of another user is separate', async () => {
    const [one, other] = [await createActor('facility'), await createActor('facility')]
    const key = crypto.randomUUID()
    assert.equal((await post(one, key, jobFields(one))).status, 201)
    assert.equal((await post(other, key, jobFields(other))).status, 201)
    assert.deepEqual([await jobsOf(one), await jobsOf(other)], [1, 1])
  })

  test('works for function calls, too', async () => {
    const facility = await createActor('facility')
    const headers = {
      ...headersWithToken(tokenFor(facility.id)),
      ...jsonHeaders,
      'idempotency-key': crypto.randomUUID(),
    }
    const body = JSON.stringify({ query: 'roof' })
    const call = () =>
      sendRequest('/rest/v1/rpc/search_consultants', { method: 'POST', headers, body })
    const first = await call()
    const repeated = await call()
    assert.deepEqual([repeated.status, repeated.text], [200, first.text])
  })

  test('that is empty or too long is refused', async () => {
    const facility = await createActor('facility')
    for (const key of ['', 'x'.repeat(256)]) {
      const reply = await post(facility, key, jobFields(facility))
      assert.deepEqual([reply.status, refusalIn(reply).code], [400, 'idempotency_key_invalid'])
    }
    assert.equal((await post(facility, 'x'.repeat(255), jobFields(facility))).status, 201)
  })

  test('may contain every character', async () => {
    const facility = await createActor('facility')
    for (const key of [`'; drop table jobs; --`, '%00', '$1', '\\', '"'])
      assert.equal((await post(facility, key, jobFields(facility))).status, 201, key)
  })
})
