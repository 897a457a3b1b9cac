import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { sendRequest, serviceHeaders } from '../support/http-request.ts'
import {
  authCall,
  type CallName,
  jsonIn,
  newerVersionHeader,
  refusalOf,
  expectTextCodeRefusal,
  expectRefusal,
  getUser,
} from '../support/auth-call.ts'
import { createPasswordUser, signIn } from '../support/people.ts'

const testFolder = fileURLToPath(new URL('.', import.meta.url))
const source = fileURLToPath(new URL('../../../server/src/auth/', import.meta.url))

function textsIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** Reads the server's routes, such as "POST /otp", from its source. */
function routes() {
  return textsIn(source).flatMap((text) => {
    const [, shared = ''] = /^const path = '([^']+)'/m.exec(text) ?? []
    const found = text.matchAll(/method: '([A-Z]+)',\n\s+path(?:: (['`])([^'`]+)['`])?,/g)
    return [...found].map(([, method, quote, path = '']) => {
      if (quote === "'") return `${method} ${path}`
      return `${method} ${shared}${path.slice(path.indexOf('}') + 1)}`
    })
  })
}

/** Maps routes that the tests call only through supabase-js to their methods. */
const throughClient: Record<string, string> = {
  'POST /factors/:factorId/challenge': '.mfa.challenge',
  'DELETE /factors/:factorId': '.mfa.unenroll(',
  'GET /factors/recovery-codes': '.recoveryCodes.getStatus(',
  'POST /factors/recovery-codes/regenerate': 'recoveryCodes.regenerate(',
  'DELETE /factors/recovery-codes': '.recoveryCodes.unenroll(',
}

function isTested(route: string, tests: string) {
  const name = throughClient[route]
  if (name !== undefined) return tests.includes(name)
  const pattern = route.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, String.raw`\$\{[^}]+\}`)
  return new RegExp(`['\`]${pattern}['\`?]`).test(tests)
}

/** The tests of these routes are in this file, which the search below skips. */
const publicRoutes = new Set(['GET /health', 'GET /settings', 'GET /.well-known/jwks.json'])

test('every route has a test that names it', () => {
  // Skip this file, because the names of routes and methods above would match.
  const tests = textsIn(testFolder).filter((text) => !text.includes('function isTested'))
  const all = routes()
  assert.ok(all.length >= 14, all.join(', '))
  assert.deepEqual(
    all.filter((route) => !isTested(route, tests.join('\n')) && !publicRoutes.has(route)),
    [],
  )
})

suite('routes without a user', () => {
  test('GET /health reports that the server is healthy', async () => {
    const health = z.looseObject({ name: z.string(), version: z.string() })
    assert.notEqual(health.parse(jsonIn(await authCall('GET /health'))).name, '')
  })

  test('GET /settings lists the kinds of sign-in', async () => {
    const settings = z.looseObject({
      external: z.looseObject({ email: z.literal(true), phone: z.literal(false) }),
      disable_signup: z.literal(true),
      mailer_autoconfirm: z.literal(false),
      sso_enabled: z.literal(false),
    })
    settings.parse(jsonIn(await authCall('GET /settings')))
  })

  // @covers 7.auth.key-set 8.auth.empty-key-set 9.key-set.cache
  test('GET /.well-known/jwks.json shows public keys, and may be cached', async () => {
    const reply = await authCall('GET /.well-known/jwks.json')
    assert.match(reply.text, /^\{"keys":\[\{.*"kid":/)
    assert.doesNotMatch(reply.text, /"d":/)
    assert.match(String(reply.headers['cache-control']), /max-age/)
  })

  test('POST /signup is closed here', async () => {
    const body = { email: 'new@example.test', password: 'a gate to mend' }
    for (const fields of [body, {}, { ...body, data: { role: 'admin' } }])
      expectRefusal(await authCall('POST /signup', { body: fields }), 422, 'signup_disabled')
  })

  for (const route of publicRoutes)
    test(`${route} needs no key`, async () => {
      assert.equal((await sendRequest(`/auth/v1${route.slice('GET '.length)}`)).status, 200)
    })
})

suite('an unknown path or method', () => {
  const none: CallName[] = [
    'GET /',
    'GET /nothing',
    'POST /nothing',
    'GET /otp',
    'GET /token',
    'PUT /token',
    'DELETE /user',
    'PATCH /user',
    'POST /health',
    'GET /logout',
    'PUT /verify',
    'POST /reauthenticate',
    'POST /token/x',
    'GET /user/',
    'GET /USER',
    'GET /%75ser/x',
    'GET //user',
    'GET /../../etc/passwd',
    'GET /.well-known/openid-configuration',
  ]
  for (const name of none) {
    test(name, async () => {
      const reply = await authCall(name)
      assert.ok([404, 405].includes(reply.status), reply.text)
      const { error_code: code } = refusalOf(reply)
      const newerReply = await authCall(name, { headers: newerVersionHeader })
      expectTextCodeRefusal(newerReply, reply.status, code)
    })
  }

  test('is refused for the service role key, too', async () => {
    assert.equal((await sendRequest('/auth/v1/nothing', { headers: serviceHeaders })).status, 404)
  })
})

suite('a feature that is not offered', () => {
  const refusals: [CallName, status: number, code: string][] = [
    ['GET /authorize', 400, 'provider_disabled'],
    ['GET /passkeys', 404, 'passkey_disabled'],
    ['POST /passkeys/registration', 404, 'passkey_disabled'],
    ['PATCH /passkeys/1', 404, 'passkey_disabled'],
    ['GET /admin/users/1/passkeys', 404, 'passkey_disabled'],
    ['POST /admin/oauth/clients', 404, 'feature_disabled'],
    ['DELETE /admin/oauth/clients/1', 404, 'feature_disabled'],
    ['GET /oauth/authorizations/1', 404, 'feature_disabled'],
    ['DELETE /user/oauth/grants', 404, 'feature_disabled'],
    ['GET /admin/custom-providers', 404, 'feature_disabled'],
    ['POST /token?grant_type=web3', 422, 'web3_provider_disabled'],
    ['POST /sso', 404, 'saml_provider_disabled'],
  ]
  for (const [name, status, code] of refusals) {
    test(`${name} is refused by name`, async () => {
      expectRefusal(await authCall(name, { body: {} }), status, code)
    })
  }
})

suite('the API version of a client', () => {
  test('gives codes as numbers if it is older', async () => {
    for (const version of ['2023-12-31', '', 'x', '2024', '9', '0000-00-00']) {
      const headers = { 'x-supabase-api-version': version }
      expectRefusal(
        await authCall('POST /recover', { body: {}, headers }),
        400,
        'validation_failed',
      )
    }
  })

  test('gives codes as words if it is 2024-01-01 or newer', async () => {
    for (const version of ['2024-01-01', '2024-01-02', '2030-01-01']) {
      const headers = { 'x-supabase-api-version': version }
      const reply = await authCall('POST /recover', { body: {}, headers })
      expectTextCodeRefusal(reply, 400, 'validation_failed')
    }
  })
})

suite('a page of another origin', () => {
  const origin = 'https://elsewhere.example'

  test('may send the requests of clients', async () => {
    const headerNames = 'apikey, authorization, content-type, x-client-info, x-supabase-api-version'
    const headers = {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': headerNames,
    }
    for (const path of ['/user', '/token?grant_type=password', '/logout', '/nothing']) {
      const reply = await sendRequest(`/auth/v1${path}`, { method: 'OPTIONS', headers })
      assert.ok([200, 204].includes(reply.status), path)
      assert.equal(reply.headers['access-control-allow-origin'], '*')
      const allowed = String(reply.headers['access-control-allow-headers']).toLowerCase()
      for (const name of headerNames.split(', ')) assert.ok(allowed.includes(name), name)
      assert.match(String(reply.headers['access-control-allow-methods']), /PUT.*DELETE/)
    }
  })

  test('can read responses, refusals and their headers', async () => {
    const { session } = await signIn(await createPasswordUser())
    const token = session.access_token
    const headers = { origin }
    const replies = [
      await authCall('GET /user', { token, headers }),
      await authCall('GET /user', { token: 'a.b.c', headers }),
      await authCall('POST /recover', { body: {}, headers: { ...headers, ...newerVersionHeader } }),
      await authCall('POST /otp', { raw: 'x'.repeat(70_000), headers }),
      await authCall('GET /nothing', { headers }),
    ]
    for (const { headers: received, status } of replies) {
      assert.equal(received['access-control-allow-origin'], '*', String(status))
      assert.equal(received['access-control-allow-credentials'], undefined)
      const exposed = String(received['access-control-expose-headers']).toLowerCase().split(', ')
      for (const name of ['retry-after', 'x-supabase-api-version', 'link', 'x-total-count'])
        assert.ok(exposed.includes(name), name)
    }
  })
})

suite('a response', () => {
  test('about a user is never cached', async () => {
    const { session } = await signIn(await createPasswordUser())
    for (const reply of [
      await getUser(session.access_token),
      await authCall('POST /token?grant_type=password', { body: {} }),
    ]) {
      assert.match(String(reply.headers['cache-control']), /no-store/)
      assert.equal(reply.headers['set-cookie'], undefined)
      assert.equal(reply.headers['x-content-type-options'], 'nosniff')
    }
  })
})
