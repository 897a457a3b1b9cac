// Starts a test server with a separate schema, and sends it requests.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { until } from '../../../tests/support/until.ts'
import { startApp } from '../../tests/support/app.ts'

export const me = '00000000-0000-4000-8000-000000000001'

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  /** A string is sent unchanged. Anything else is sent as JSON. */
  body?: unknown
}

const headerValues = z.record(z.string(), z.string().optional())

export const errorBody = z.strictObject({
  code: z.string(),
  details: z.unknown(),
  hint: z.string().nullable(),
  message: z.string(),
})

export async function startLab(settings: NodeJS.ProcessEnv = {}) {
  const app = await startApp({ EXPOSED_SCHEMAS: 'lab,public', ...settings })
  for (const file of ['testing-schema.sql', 'testing-routines.sql', 'testing-school.sql']) {
    await app.pool.query(await readFile(new URL(file, import.meta.url), 'utf8'))
  }
  await app.pool.query(
    "update private.settings set value = '100000/1' where name like 'limit_requests%'",
  )
  const secret = new TextEncoder().encode(app.secrets.jwtSecret)

  const tokenFor = (claims: Record<string, unknown>) =>
    new SignJWT({ role: 'authenticated', sub: me, aud: 'authenticated', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret)
  const mine = await tokenFor({})

  /** Sends a request as a signed-in user, unless the headers specify otherwise. */
  async function ask(path: string, { method = 'GET', headers = {}, body }: RequestOptions = {}) {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await app.ask(`/rest/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${mine}`, ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const isJson = /^[^;]*json/u.test(answer.headers['content-type'] ?? '') && answer.body !== ''
    const json: unknown = isJson ? JSON.parse(answer.body) : undefined
    const joined = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    return { ...answer, headers: headerValues.parse(Object.fromEntries(joined)), json }
  }

  const post = (path: string, body: unknown, prefer = 'return=representation') =>
    ask(path, { method: 'POST', body, headers: { prefer, 'content-type': 'application/json' } })

  /** Sends a request and checks that it is refused. */
  async function refused(path: string, options?: RequestOptions) {
    const { status, json, headers } = await ask(path, options)
    assert.ok(status >= 300, `${path} is not refused: ${JSON.stringify(json)}`)
    return { status, headers, ...errorBody.parse(json) }
  }

  async function reload() {
    await app.pool.query("notify pgrst, 'reload schema'")
  }

  await reload()
  await until(async () => (await ask('/makers')).status === 200)
  return { ...app, anywhere: app.ask, ask, post, refused, reload, tokenFor }
}
