// Starts a test server with a separate schema, and sends it requests.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { until } from '../../../tests/support/until.ts'
import { startApp } from '../../tests/support/app.ts'

export const userId = '00000000-0000-4000-8000-000000000001'

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  /** A string is sent unchanged, and anything else as JSON. */
  body?: unknown
}

const headerValues = z.record(z.string(), z.string().optional())

export const errorBody = z.strictObject({
  code: z.string(),
  details: z.unknown(),
  hint: z.string().nullable(),
  message: z.string(),
})

export async function startRestServer(settings: NodeJS.ProcessEnv = {}) {
  const app = await startApp({ EXPOSED_SCHEMAS: 'lab,public', ...settings })
  for (const file of ['testing-schema.sql', 'testing-routines.sql', 'testing-school.sql']) {
    await app.pool.query(await readFile(new URL(file, import.meta.url), 'utf8'))
  }
  await app.pool.query(
    "update private.settings set value = '100000/1' where name like 'limit_requests%'",
  )
  const secret = new TextEncoder().encode(app.secrets.jwtSecret)

  const tokenFor = (claims: Record<string, unknown>) =>
    new SignJWT({ role: 'authenticated', sub: userId, aud: 'authenticated', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret)
  const userToken = await tokenFor({})

  /** Sends a request as a signed-in user, unless the headers specify otherwise. */
  async function ask(path: string, { method = 'GET', headers = {}, body }: RequestOptions = {}) {
    const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const response = await app.ask(`/rest/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${userToken}`, ...headers },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const isJson =
      /^[^;]*json/u.test(response.headers['content-type'] ?? '') && response.body !== ''
    const json: unknown = isJson ? JSON.parse(response.body) : undefined
    const headerPairs = Object.entries(response.headers).map(([name, value]) => [
      name,
      String(value),
    ])
    return { ...response, headers: headerValues.parse(Object.fromEntries(headerPairs)), json }
  }

  const post = (path: string, body: unknown, prefer = 'return=representation') =>
    ask(path, { method: 'POST', body, headers: { prefer, 'content-type': 'application/json' } })

  async function assertRefused(path: string, options?: RequestOptions) {
    const { status, json, headers } = await ask(path, options)
    assert.ok(status >= 300, `${path} is not refused: ${JSON.stringify(json)}`)
    return { status, headers, ...errorBody.parse(json) }
  }

  async function reloadSchema() {
    await app.pool.query("notify pgrst, 'reload schema'")
  }

  await reloadSchema()
  // Wait until the schema cache contains a table of the last SQL file.
  await until(async () => (await ask('/courses')).status === 200)
  return { ...app, askServer: app.ask, ask, post, assertRefused, reloadSchema, tokenFor }
}
