// Checks that failed sign-ins at OAuth providers sign nobody in, store nothing, and do not disturb the next sign-in.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, suite, test } from 'node:test'
import { guarded, startProviders, unasked } from '../support/oauth/providers.ts'

const { openId, other } = await startProviders()

const { authCall, expectRefusal } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { returnUrl, Browser } = await import('../support/oauth/browser.ts')
const { createPasswordUser, expectPresent } = await import('../support/people.ts')
const { target } = await import('../support/target.ts')

const { email } = await createPasswordUser()
const me = () => openId.setUser({ email, email_verified: true })
me()

const company = `sso:${guarded}`
const authorize = (provider = 'google', more: Record<string, string> = {}) => {
  const parameters = new URLSearchParams({ provider, redirect_to: returnUrl, ...more })
  return `${target.url}/auth/v1/authorize?${parameters.toString()}`
}

const isCallback = ({ origin, pathname }: URL) =>
  origin === target.url && pathname === '/auth/v1/callback'

/** Signs in at a provider, but does not open the callback URL. */
async function startFlow(provider = 'google') {
  const browser = new Browser()
  return { browser, callback: await browser.followRedirects(authorize(provider), isCallback) }
}

function refusalIn(landing: URL) {
  const fragment = new URLSearchParams(landing.hash.slice(1))
  assert.equal(fragment.get('access_token'), null)
  assert.equal(fragment.get('error_code'), landing.searchParams.get('error_code'))
  return expectPresent(landing.searchParams.get('error_code'))
}

const refusalAfter = async (provider = 'google') =>
  refusalIn(await new Browser().followRedirects(authorize(provider)))

async function assertHealthy() {
  me()
  const landing = await new Browser().followRedirects(authorize())
  assert.ok(new URLSearchParams(landing.hash.slice(1)).get('access_token'), landing.href)
}

afterEach(() => {
  openId.reset()
  other.reset()
})

suite('a user who returns', () => {
  test('with an unknown state is refused', async () => {
    for (const state of ['x', '%00', '\u0000', '🦊', 'a'.repeat(3000)]) {
      const parameters = new URLSearchParams({ state, code: 'x' })
      const landing = await new Browser().followRedirects(
        `${target.url}/auth/v1/callback?${parameters.toString()}`,
      )
      assert.equal(landing.origin + landing.pathname, `${target.url}/`)
      assert.equal(refusalIn(landing), 'bad_oauth_state')
    }
  })

  test('without a state, or with two, is refused', async () => {
    for (const [query_, code] of [
      ['', 'bad_oauth_callback'],
      ['?code=x', 'bad_oauth_callback'],
      ['?state=a&state=b', 'validation_failed'],
      [`?state=${'a'.repeat(5000)}`, 'validation_failed'],
    ]) {
      const reply = await authCall(`GET /callback${query_ ?? ''}`)
      assert.equal(reply.status, 303)
      assert.equal(refusalIn(new URL(reply.headers.location ?? '')), code)
    }
    assert.equal((await authCall('GET /callback')).status, 303)
  })

  test('a second time is refused', async () => {
    const { browser, callback } = await startFlow()
    assert.match((await browser.followRedirects(callback)).hash, /access_token/)
    assert.equal(refusalIn(await browser.followRedirects(callback)), 'bad_oauth_state')
  })

  test('many times at once is signed in once', async () => {
    const { browser, callback } = await startFlow()
    const landings = await Promise.all(
      Array.from({ length: 6 }, () => browser.followRedirects(callback)),
    )
    assert.equal(landings.filter(({ hash }) => hash.includes('access_token')).length, 1)
  })

  test('after ten minutes is refused', async () => {
    const { browser, callback } = await startFlow()
    await query(`update private.outside_visits set created_at = now() - interval '601 seconds'`)
    assert.equal(refusalIn(await browser.followRedirects(callback)), 'bad_oauth_state')
  })

  test('in another browser is refused, and then in the first one too', async () => {
    const { browser, callback } = await startFlow()
    assert.equal(refusalIn(await new Browser().followRedirects(callback)), 'bad_oauth_state')
    assert.equal(refusalIn(await browser.followRedirects(callback)), 'bad_oauth_state')
  })

  test('with the code of another flow is refused', async () => {
    const [own, foreign] = [await startFlow(), await startFlow()]
    own.callback.searchParams.set('code', expectPresent(foreign.callback.searchParams.get('code')))
    assert.equal(refusalIn(await own.browser.followRedirects(own.callback)), 'bad_oauth_callback')
  })

  // @covers sign-in.mix-up-provider
  test('with the code of another provider is refused', async () => {
    other.setUser({ email: 'ada@guarded.example' })
    const [own, foreign] = [await startFlow(), await startFlow(company)]
    own.callback.searchParams.set('code', expectPresent(foreign.callback.searchParams.get('code')))
    own.callback.searchParams.delete('iss')
    assert.equal(refusalIn(await own.browser.followRedirects(own.callback)), 'bad_oauth_callback')
  })

  // @covers sign-in.mix-up-issuer
  test('from another issuer is refused', async () => {
    const { browser, callback } = await startFlow()
    callback.searchParams.set('iss', other.url)
    assert.equal(refusalIn(await browser.followRedirects(callback)), 'bad_oauth_callback')
  })

  test("with a refusal sees it, without the provider's text", async () => {
    for (const [word, description] of [
      ['access_denied', /access denied/],
      ['<script>alert(1)</script>', /it gave no reason/],
    ] as const) {
      const { browser, callback } = await startFlow()
      callback.searchParams.delete('code')
      callback.searchParams.set('error', word)
      callback.searchParams.set('error_description', 'Call us and tell your password')
      const landing = await browser.followRedirects(callback)
      assert.equal(refusalIn(landing), 'provider_refused')
      assert.match(landing.searchParams.get('error_description') ?? '', description)
      assert.doesNotMatch(landing.href, /password|alert/)
    }
  })

  test('by a form continues by a link, whatever it contains', async () => {
    for (const body of ['', 'state=x&code=y', '{"state":1}', 'a'.repeat(5000), '\u0000=&&==']) {
      const reply = await authCall('POST /callback', { raw: body })
      assert.equal(reply.status, 303)
      const next = new URL(reply.headers.location ?? '')
      assert.equal(next.origin + next.pathname, `${target.url}/auth/v1/callback`)
    }
  })
})

suite('a token with', () => {
  const forgeries: [string, (claims: Record<string, unknown>) => Record<string, unknown>][] = [
    ['another nonce', (claims) => ({ ...claims, nonce: 'x' })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => claims],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://elsewhere.example' })],
    // @covers sign-in.id-token-callback
    ['another audience', (claims) => ({ ...claims, aud: 'somebody else' })],
    ['an expiry in the past', (claims) => ({ ...claims, exp: 1_700_000_000 })],
    ['a start in the future', (claims) => ({ ...claims, nbf: 9_000_000_000 })],
    ['nobody', ({ sub: _sub, ...claims }) => claims],
  ]
  for (const [what, change] of forgeries) {
    test(`${what} is refused`, async () => {
      openId.changeTokenClaims(change)
      assert.equal(await refusalAfter(), 'bad_oauth_callback')
      openId.reset()
      await assertHealthy()
    })
  }

  test('valid claims and another key is refused', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    openId.changeTokenClaims((claims) => claims, privateKey)
    assert.equal(await refusalAfter(), 'bad_oauth_callback')
  })

  test('valid claims and no key is refused', async () => {
    openId.changeResponses((path, body) =>
      path === '/token'
        ? body.replace(
            /"id_token":"[^.]+\.([^.]+)\.[^"]+"/u,
            '"id_token":"eyJhbGciOiJub25lIn0.$1."',
          )
        : body,
    )
    assert.equal(await refusalAfter(), 'bad_oauth_callback')
  })

  test('valid claims and a new key signs in', async () => {
    await assertHealthy()
    openId.rotateKeys()
    await assertHealthy()
  })
})

suite('a provider that', () => {
  const failures: [string, Parameters<typeof openId.failWith>[0]][] = [
    ['fails', (path, response) => path === '/token' && Boolean(response.writeHead(500).end())],
    ['hangs up', (path, response) => path === '/token' && Boolean(response.destroy())],
    ['never answers', (path) => path === '/token'],
    [
      'answers with a page',
      (path, response) => path === '/token' && Boolean(response.end('<html>Welcome</html>')),
    ],
    [
      'answers without end',
      (path, response) => path === '/token' && Boolean(response.end('x'.repeat(600_000))),
    ],
    [
      'sends the server elsewhere',
      (path, response) =>
        path === '/token' && Boolean(response.writeHead(307, { location: other.url }).end()),
    ],
  ]
  for (const [what, fault] of failures) {
    test(`${what} is reported, and other users do not wait`, async () => {
      openId.failWith(fault)
      const parameters = refusalAfter()
      assert.equal((await authCall('GET /health')).status, 200)
      assert.equal(await parameters, 'provider_unavailable')
      openId.reset()
      await assertHealthy()
    })
  }

  test('publishes no configuration is reported, until it does', async () => {
    other.setUser({ email: 'ada@unasked.example' })
    const configurationPath = '/.well-known/openid-configuration'
    for (const text of ['', 'null', '[]', '{}', `{"issuer":"${openId.url}"}`]) {
      other.failWith((path, response) => path === configurationPath && Boolean(response.end(text)))
      assert.equal(await refusalAfter(`sso:${unasked}`), 'provider_unavailable')
    }
    other.reset()
    assert.equal(await refusalAfter(`sso:${unasked}`), 'signup_disabled')
  })
})

suite('GET /authorize', () => {
  test('redirects only to allowed targets', async () => {
    for (const page of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
      const landing = await new Browser().followRedirects(
        authorize('google', { redirect_to: page }),
      )
      assert.equal(landing.origin + landing.pathname, `${target.url}/`)
    }
  })

  test('refuses invalid parameters', async () => {
    const bad: [string, string][] = [
      ['', 'provider_disabled'],
      ['?provider=facebook', 'provider_disabled'],
      ['?provider=__proto__', 'provider_disabled'],
      ['?provider=google&provider=github', 'validation_failed'],
      ['?provider=google&scopes=%0a', 'validation_failed'],
      ['?provider=google&code_challenge=short', 'validation_failed'],
    ]
    for (const [parameters, code] of bad) {
      const reply = await authCall(`GET /authorize${parameters}`)
      assert.ok(reply.status < 500)
      if (reply.status === 303) assert.equal(refusalIn(new URL(reply.headers.location ?? '')), code)
      else expectRefusal(reply, 400, code)
    }
    expectRefusal(await authCall('GET /authorize'), 400, 'provider_disabled')
  })

  test('returns only the address to a script', async () => {
    const { status, text, headers } = await authCall(
      'GET /authorize?provider=google&skip_http_redirect=true',
    )
    assert.equal(status, 200)
    assert.match(text, new RegExp(`^\\{"url":"${openId.url}/auth`))
    assert.match(String(headers['set-cookie']), /HttpOnly; SameSite=Lax/)
  })

  test('stores nothing with which somebody else could finish the flow', async () => {
    const { callback } = await startFlow()
    const storedText = JSON.stringify(await query('select * from private.outside_visits'))
    assert.ok(!storedText.includes(expectPresent(callback.searchParams.get('state'))))
  })
})

// @covers sign-in.refused-stores-nothing
test('refused sign-ins store nothing', async () => {
  const people = await query(`select from auth.users where email ~ '@(guarded|unasked).example$'`)
  const strangerRows = await query(
    `select i.provider from auth.identities i where i.provider <> 'email' and i.email <> $1`,
    [email],
  )
  assert.deepEqual([people, strangerRows], [[], []])
})
