import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { suite, test } from 'node:test'
import pino from 'pino'
import { z } from 'zod'
import { until } from '../../../tests/support/until.ts'
import { signedIn, startApp } from '../../tests/support/app.ts'

const lines: string[] = []
const metricsToken = 'a-token-for-the-metrics'
const { ask, port, secrets } = await startApp(
  { METRICS_TOKEN: metricsToken },
  pino({}, { write: (line) => lines.push(line) }),
)
const jsonHeaders = { 'content-type': 'application/json' }
const createdUser = z.looseObject({ id: z.guid() })
const finalLine = z.looseObject({ user: z.string().optional(), code: z.string().optional() })

/** Returns the final log line of a request, and the text of all log lines of that request. */
async function readFinalLine({ 'x-request-id': id = '' }: IncomingHttpHeaders) {
  const requestLines = () => lines.filter((line) => line.includes(String(id)))
  await until(() => requestLines().some((line) => line.includes('"answered"')))
  const text = requestLines().join('')
  return { text, ...finalLine.parse(JSON.parse(requestLines().at(-1) ?? '')) }
}

async function signIn(email: string, password: string) {
  const body = JSON.stringify({ email, password })
  const path = '/auth/v1/token?grant_type=password'
  const { headers } = await ask(path, { method: 'POST', headers: jsonHeaders, body })
  return readFinalLine(headers)
}

suite('the log line of a request', () => {
  test('has the user and the code of a refusal, in each dialect', async () => {
    const userId = randomUUID()
    for (const [path, code] of [
      ['/rest/v1/nowhere', 'PGRST205'],
      ['/auth/v1/user', 'user_not_found'],
      ['/storage/v1/object/nowhere/a.png', 'NoSuchBucket'],
    ] as const) {
      const { headers } = await ask(path, { headers: signedIn(secrets, userId) })
      const line = await readFinalLine(headers)
      assert.deepEqual([line.user, line.code], [userId, code], path)
    }
  })

  test('is also written for aborted requests', async () => {
    const path = '/storage/v1/object/nowhere/half.png'
    const headers = { 'content-length': 1000, ...signedIn(secrets, randomUUID()) }
    const url = `http://127.0.0.1:${port}${path}?token=secret`
    const request = httpRequest(url, { method: 'POST', headers })
    request.on('error', () => {})
    await new Promise((resolve) => request.write('half', resolve))
    request.destroy()
    await until(() => lines.some((line) => line.includes('"cut off"')))
    const line = lines.find((text) => text.includes('"cut off"')) ?? ''
    assert.match(line, new RegExp(`"path":"${path}"`, 'u'))
    assert.doesNotMatch(line, /secret/u)
  })

  test('is left out at the level info for health checks and scrapes, unless they fail', async () => {
    await ask('/healthz')
    await ask('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    await readFinalLine((await ask('/metrics')).headers)
    const polls = lines.filter((line) => /"path":"\/(?:healthz|metrics)"/u.test(line))
    assert.deepEqual(
      polls.map((line) => /"status":(\d+)/u.exec(line)?.[1]),
      ['401'],
    )
  })

  test('has no user for anonymous requests', async () => {
    const { headers } = await ask('/rest/v1/nowhere')
    assert.equal((await readFinalLine(headers)).user, undefined)
  })
})

suite('a failed sign-in', () => {
  // @covers operations.log
  test('logs the account, and nothing that was typed', async () => {
    const email = `${randomUUID()}@example.test`
    const serviceKey = secrets.serviceRoleKey
    const { body } = await ask('/auth/v1/admin/users', {
      method: 'POST',
      headers: { ...jsonHeaders, authorization: `Bearer ${serviceKey}` },
      body: JSON.stringify({ email, password: 'two gates and a hinge', email_confirm: true }),
    })
    const { id } = createdUser.parse(JSON.parse(body))
    const { user, code, text } = await signIn(email, 'not this one')
    assert.deepEqual([user, code], [id, 'invalid_credentials'])
    assert.doesNotMatch(text, new RegExp(`${email}|not this one|grant_type`, 'u'))
    assert.equal((await signIn('nobody@example.test', 'not this one')).user, undefined)
  })
})
