import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { z } from 'zod'
import { sendRequest, headersWithToken, jsonHeaders } from '../support/http-request.ts'
import { clientFor, type Client, idOf, server, visitor, withToken } from '../support/clients.ts'
import { rowOf } from '../support/expect.ts'
import { now, tokenFor } from '../support/tokens.ts'

const answerBody = z.object({
  answer: z.string().min(1),
  filter: z
    .object({ topic: z.string(), from: z.string().nullable(), to: z.string().nullable() })
    .nullable(),
  link: z.string().nullable(),
})

async function invoke(client: Client, body: Record<string, unknown>, name = 'assistant') {
  const result: { data: unknown; error: unknown } = await client.functions.invoke(name, { body })
  return result
}

async function askAssistant(client: Client, question: string) {
  const { data, error } = await invoke(client, { question })
  assert.equal(error, null)
  return answerBody.parse(data)
}

async function refusal(client: Client, body: Record<string, unknown>, name = 'assistant') {
  const { data, error } = await invoke(client, body, name)
  assert.equal(data, null)
  assert.ok(error instanceof FunctionsHttpError)
  const response = z.instanceof(Response).parse(error.context)
  return [response.status, z.object({ message: z.string() }).parse(await response.json()).message]
}

suite('the assistant', () => {
  test('gives an admin the live figure, the filter and a link', async () => {
    const { open_jobs: open } = await rowOf(
      clientFor('admin').from('admin_live_metrics').select().single(),
    )
    const result = await askAssistant(clientFor('admin'), 'How many open jobs are there?')
    const figure = Number(open).toLocaleString('en-US')
    assert.ok(result.answer.startsWith(`${figure} `), result.answer)
    assert.deepEqual(result.filter, { topic: 'open jobs', from: null, to: null })
    assert.equal(result.link, '/admin/jobs?state=open')
  })

  test('understands a range of days', async () => {
    const { filter } = await askAssistant(
      clientFor('admin'),
      'What was the revenue in the last 30 days?',
    )
    assert.equal(filter?.topic, 'revenue')
    assert.match(filter.from ?? '', /^\d{4}-\d\d-\d\d$/)
    assert.match(filter.to ?? '', /^\d{4}-\d\d-\d\d$/)
  })

  // @covers 2.admin-dashboard.assistant-replies
  test('gives a fixed reply to anything else', async () => {
    const {
      answer: reply,
      filter,
      link,
    } = await askAssistant(clientFor('admin'), 'Tell me a joke.')
    assert.ok(reply.length > 10)
    assert.deepEqual([filter, link], [null, null])
  })

  test('answers the service role key', async () => {
    await askAssistant(server, 'How many pending bids?')
  })

  test('refuses a visitor', async () => {
    const body = { question: 'How many open jobs?' }
    assert.deepEqual(await refusal(visitor, body), [401, 'Not authenticated'])
  })

  test('refuses users who are not admins, whatever they ask', async () => {
    for (const login of ['facility', 'contractor', 'consultant'] as const)
      for (const body of [{ question: 'How many open jobs?' }, { question: 'Joke?' }, {}])
        assert.deepEqual(await refusal(clientFor(login), body), [403, 'User not allowed'])
  })

  test('refuses an expired token', async () => {
    const expired = withToken(tokenFor(idOf('admin'), { exp: now() - 100 }))
    const [status] = await refusal(expired, { question: 'How many open jobs?' })
    assert.equal(status, 401)
  })

  test('needs a question of 1 to 500 characters', async () => {
    for (const body of [{}, { question: ' ' }, { question: 7 }, { question: 'x'.repeat(501) }])
      assert.equal((await refusal(clientFor('admin'), body))[0], 400)
  })

  test('accepts only POST', async () => {
    const headers = headersWithToken(tokenFor(idOf('admin')))
    const { status, headers: result } = await sendRequest('/functions/v1/assistant', { headers })
    assert.deepEqual([status, result.allow], [405, 'POST'])
  })
})

suite("a function's address", () => {
  test('is not found without a function', async () => {
    const notFound = [404, 'There is no function with this name.']
    for (const name of ['nothing', '..%2fassistant', 'assistant%00', '__proto__', 'constructor'])
      assert.deepEqual(await refusal(clientFor('admin'), {}, name), notFound, name)
  })

  test('survives a broken body', async () => {
    const headers = { ...headersWithToken(tokenFor(idOf('admin'))), ...jsonHeaders }
    for (const body of ['{', '', '[]', 'null', '\0']) {
      const { status } = await sendRequest('/functions/v1/assistant', {
        method: 'POST',
        headers,
        body,
      })
      assert.equal(status, 400, body)
    }
    const oversized = { method: 'POST', headers, body: 'x'.repeat(1_200_000) }
    assert.equal((await sendRequest('/functions/v1/assistant', oversized)).status, 413)
  })
})
