// Checks the default limits on a dedicated server, because other tests lift the limits.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { startServer, until } from '../../support/server.ts'
import { sharedSecretToken } from '../support/tokens.ts'

const server = await startServer()
const { jwtSecret, anonKey, serviceRoleKey } = z
  .object({ jwtSecret: z.string(), anonKey: z.string(), serviceRoleKey: z.string() })
  .parse(JSON.parse(readFileSync(`${server.dataFolder}/secrets.json`, 'utf8')))
const serviceClient = createClient(server.url, serviceRoleKey)

const people = z
  .array(z.object({ id: z.uuid(), email: z.string() }))
  .parse((await serviceClient.from('admin_user_list').select('id, email')).data)

function person(login: string) {
  const found = people.find(({ email }) => email === `${login}@mendwell.test`)
  assert.ok(found)
  const claims = { sub: found.id, role: 'authenticated', aud: 'authenticated' }
  const token = sharedSecretToken({ ...claims, exp: Date.now() / 1000 + 600 }, jwtSecret)
  return { id: found.id, headers: { apikey: anonKey, authorization: `Bearer ${token}` } }
}

async function post(path: string, headers: Record<string, string>, body: unknown) {
  const response = await fetch(`${server.url}/rest/v1/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, after: response.headers.get('retry-after'), text }
}

/** Checks that `max` requests are accepted and that the next one is refused. */
async function assertLimit(max: number, code: string, attempt: () => ReturnType<typeof post>) {
  for (let count = 0; count < max; count += 1) {
    const { status, text } = await attempt()
    assert.ok(status < 300, `${count}: ${text}`)
  }
  const { status, after, text } = await attempt()
  assert.deepEqual(
    [status, z.object({ code: z.string() }).parse(JSON.parse(text)).code],
    [429, code],
  )
  assert.match(after ?? '', /^[1-9]\d*$/)
}

suite('a user has limits', () => {
  test('20 jobs an hour', async () => {
    const { id, headers } = person('facility')
    const job = { facility_id: id, title: 'One more', description: 'And another.', budget: 5 }
    await assertLimit(20, 'too_many_jobs', () => post('jobs', headers, job))
    const other = person('facility2')
    const otherJob = { ...job, facility_id: other.id }
    assert.equal((await post('jobs', other.headers, otherJob)).status, 201)
  })

  test('20 bids an hour', async () => {
    const { id, headers } = person('contractor')
    const owner = person('facility2').id
    const texts = { title: 'Bid on it', description: 'Please.', budget: 9, facility_id: owner }
    const rows = Array.from({ length: 21 }, () => texts)
    const jobs = z
      .array(z.object({ id: z.uuid() }))
      .parse((await serviceClient.from('jobs').insert(rows).select('id')).data)
    const bids = jobs.map((job) => ({ job_id: job.id, contractor_id: id, amount: 5 }))
    await assertLimit(20, 'too_many_bids', () => post('bids', headers, bids.pop()))
  })

  test('30 messages a minute', async () => {
    const { id, headers } = person('contractor2')
    const facility = person('facility2').id
    const job = { title: 'Talk', description: 'Much.', budget: 9, facility_id: facility }
    const { id: job_id } = z
      .object({ id: z.uuid() })
      .parse((await serviceClient.from('jobs').insert(job).select('id').single()).data)
    await serviceClient.from('bids').insert({ job_id, contractor_id: id, amount: 5 })
    const message = { job_id, recipient_id: facility, content: 'And another thing.' }
    await assertLimit(30, 'too_many_messages', () => post('messages', headers, message))
  })

  test('60 uploads an hour, including repeats of one file', async () => {
    const { id, headers } = person('consultant')
    const url = `${server.url}/storage/v1/object/documents/${id}/resume/again.pdf`
    const upload = async () => {
      const uploadHeaders = { ...headers, 'content-type': 'application/pdf', 'x-upsert': 'true' }
      const response = await fetch(url, {
        method: 'POST',
        headers: uploadHeaders,
        body: '%PDF-1.7\n%%EOF\n',
      })
      const text = await response.text()
      const after = response.headers.get('retry-after')
      return { status: response.status, after, text: text.replace('"error"', '"code"') }
    }
    for (let n = 0; n < 10; n += 1) {
      assert.equal((await upload()).status, 200)
      assert.equal((await fetch(url, { method: 'DELETE', headers })).status, 200)
    }
    await assertLimit(50, 'too_many_uploads', upload)
  })

  test('60 demo requests an hour by all visitors together', async () => {
    const request = { full_name: 'A', email: 'a@b.test', company: 'C', message: 'D' }
    const submit = () => post('rpc/submit_demo_request', { apikey: anonKey }, request)
    await assertLimit(60, 'too_many_demo_requests', submit)
  })
})

suite('an address and a user have request limits', () => {
  async function requestCategories(headers: Record<string, string>) {
    const response = await fetch(`${server.url}/rest/v1/job_categories`, { headers })
    const text = await response.text()
    return { status: response.status, after: response.headers.get('retry-after'), text }
  }

  for (const [name, headers, times] of [
    ['an address', { apikey: serviceRoleKey }, 900],
    ['a person', person('consultant').headers, 600],
  ] as const) {
    test(`${name} above the limit learns when to retry`, async () => {
      // The tests above used up these limits, which recover within a moment.
      await until(async () => (await requestCategories(headers)).status === 200)
      const replies: Awaited<ReturnType<typeof requestCategories>>[] = []
      const refused = () => replies.filter(({ status }) => status === 429)
      // On a slow machine, the requests may spread over several limit windows.
      await until(async () => {
        replies.push(
          ...(await Promise.all(Array.from({ length: times }, () => requestCategories(headers)))),
        )
        return refused().length > 0
      })
      assert.ok(refused().length < replies.length, 'Everybody was refused.')
      for (const { after, text } of refused()) {
        assert.match(after ?? '', /^[1-9]\d*$/)
        assert.match(text, /"code":"too_many_requests"/)
      }
    })
  }
})
