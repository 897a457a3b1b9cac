// Signs in at OAuth providers with supabase-js and a browser.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { acme, startProviders } from '../support/oauth/providers.ts'

const { openId, other, gitHub } = await startProviders()

const { authCall, jsonIn, expectRefusal } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { nextMail } = await import('../support/mailbox.ts')
const { returnUrl, Browser, clientIn } = await import('../support/oauth/browser.ts')
const { signInAtProvider, refusedSignInAt, sessionAtProvider, verified } =
  await import('../support/oauth/provider-sign-in.ts')
const { expectAuthData, claimsIn, expectAuthError, createPasswordUser, expectPresent } =
  await import('../support/people.ts')

suite('a sign-in at a provider', () => {
  // @covers sign-in.join-verified
  test('opens the account with the same confirmed address, and its owner gets an email', async () => {
    const { id, email } = await createPasswordUser()
    openId.setUser(verified(email))
    const { session } = await sessionAtProvider('google')
    assert.equal(session.user.id, id)
    const { aal, amr } = claimsIn(session.access_token)
    assert.deepEqual([aal, amr.map(({ method }) => method)], ['aal1', ['oauth']])
    assert.deepEqual(session.user.app_metadata.providers, ['email', 'google'])
    assert.match((await nextMail(email, 'way-in-changed')).text, /log in with Google\./)
  })

  test('is logged with the provider', async () => {
    const { id, email } = await createPasswordUser()
    openId.setUser(verified(email))
    await sessionAtProvider('google')
    const rows = await query(
      `select payload -> 'traits' as traits from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'login'`,
      [id],
    )
    assert.deepEqual(rows, [{ traits: { method: 'oauth', provider: 'google' } }])
  })

  test('returns the session itself to a client without PKCE', async () => {
    const { email } = await createPasswordUser()
    openId.setUser(verified(email))
    const browser = new Browser()
    const { landing, client } = await signInAtProvider(
      'google',
      browser,
      clientIn(browser, 'implicit'),
    )
    const fragment = new URLSearchParams(landing.hash.slice(1))
    const access_token = expectPresent(fragment.get('access_token'))
    const refresh_token = expectPresent(fragment.get('refresh_token'))
    const { user } = await expectAuthData(client.auth.setSession({ access_token, refresh_token }))
    assert.equal(user?.email, email)
  })

  test('finds the account again after its address changed at the provider', async () => {
    const { id, email } = await createPasswordUser()
    const subject = openId.setUser(verified(email))
    await sessionAtProvider('google')
    const stranger = await createPasswordUser()
    openId.setUser({ email: stranger.email, email_verified: true }, subject)
    assert.equal((await sessionAtProvider('google')).session.user.id, id)
  })

  // @covers sign-in.providers
  test('by Apple returns by a form', async () => {
    const { id, email } = await createPasswordUser()
    openId.setUser({ email, email_verified: 'true' })
    assert.equal((await sessionAtProvider('apple')).session.user.id, id)
  })

  // @covers sign-in.providers
  test('by Microsoft is accepted if the address is verified', async () => {
    const { id, email } = await createPasswordUser()
    openId.setUser({ email, email_verified: true })
    assert.equal(await refusedSignInAt('azure'), 'signup_disabled')
    openId.setUser({ email, xms_edov: '1' })
    assert.equal((await sessionAtProvider('azure')).session.user.id, id)
  })

  // @covers sign-in.providers
  test('by GitHub uses the primary address, if it is verified', async () => {
    const { id, email } = await createPasswordUser()
    const primary = { email, primary: true, verified: false }
    const person = { id: 71, login: 'ada', name: null }
    gitHub.person({ ...person, emails: [primary] })
    assert.equal(await refusedSignInAt('github'), 'signup_disabled')
    gitHub.person({ ...person, emails: [{ ...primary, primary: false, verified: true }] })
    assert.equal(await refusedSignInAt('github'), 'signup_disabled')
    gitHub.person({ ...person, emails: [{ ...primary, verified: true }] })
    assert.equal((await sessionAtProvider('github')).session.user.id, id)
  })
})

test('a provider gets the configured scopes, and not those of a client', async () => {
  const requestedScopes = async (provider: string) => {
    const call = `GET /authorize?provider=${provider}&scopes=drive&skip_http_redirect=true` as const
    const { url } = z.object({ url: z.url() }).parse(jsonIn(await authCall(call)))
    return new URL(url).searchParams.get('scope')
  }
  assert.equal(await requestedScopes('google'), 'openid email profile')
  assert.equal(await requestedScopes('azure'), 'openid email profile')
  assert.equal(await requestedScopes('apple'), 'openid email')
  assert.equal(await requestedScopes('github'), 'read:user user:email')
})

suite('a sign-in is refused for', () => {
  test('a stranger', async () => {
    const email = `${crypto.randomUUID()}@example.test`
    openId.setUser(verified(email))
    assert.equal(await refusedSignInAt('google'), 'signup_disabled')
    assert.deepEqual(await query('select from auth.users where email = $1', [email]), [])
  })

  test('an address that the provider has not verified', async () => {
    const { email } = await createPasswordUser()
    for (const word of [false, 'false', undefined, null, 'yes']) {
      openId.setUser({ email, email_verified: word })
      assert.equal(await refusedSignInAt('google'), 'signup_disabled')
    }
  })

  test('the address of an account that never confirmed it', async () => {
    const { id, email } = await createPasswordUser()
    await query('update auth.users set email_confirmed_at = null where id = $1', [id])
    openId.setUser(verified(email))
    assert.equal(await refusedSignInAt('google'), 'email_not_confirmed')
  })

  // @covers sign-in.email-admin
  test("an admin's address", async () => {
    const { email } = await createPasswordUser('admin')
    openId.setUser(verified(email))
    assert.equal(await refusedSignInAt('google'), 'email_exists')
  })

  test('a banned user, known or not', async () => {
    const { id, email } = await createPasswordUser()
    openId.setUser(verified(email))
    await sessionAtProvider('google')
    await query(`update auth.users set banned_until = 'infinity' where id = $1`, [id])
    assert.equal(await refusedSignInAt('google'), 'user_banned')
    const { id: unconfirmedId, email: sameEmail } = await createPasswordUser()
    await query(`update auth.users set banned_until = 'infinity' where id = $1`, [unconfirmedId])
    openId.setUser(verified(sameEmail))
    assert.equal(await refusedSignInAt('google'), 'user_banned')
  })
})

suite('the users of a company', () => {
  async function landingOf(domain: string) {
    const browser = new Browser()
    const client = clientIn(browser)
    const { url } = await expectAuthData(
      client.auth.signInWithSSO({ domain, options: { redirectTo: returnUrl } }),
    )
    return { client, landing: await browser.followRedirects(url) }
  }

  async function signInAtCompany(domain: string) {
    const { client, landing } = await landingOf(domain)
    const code = landing.searchParams.get('code')
    assert.ok(code, landing.href)
    const { session, user } = await expectAuthData(client.auth.exchangeCodeForSession(code))
    return { session, user }
  }

  // @covers 7.auth.sso
  test('get an account with the role of its setting', async () => {
    openId.setUser({ email: `${crypto.randomUUID()}@Acme.example`, name: 'Ada M. Gate' })
    const { user } = await signInAtCompany('acme.example')
    assert.equal(user.app_metadata.provider, `sso:${acme}`)
    assert.deepEqual(
      await query('select role, full_name from public.profiles where id = $1', [user.id]),
      [{ role: 'contractor', full_name: 'Ada M. Gate' }],
    )
    assert.equal((await signInAtCompany('ACME.example')).user.id, user.id)
  })

  test('are linked, including an admin', async () => {
    const { id } = await createPasswordUser('admin')
    const email = `${id}@guarded.example`
    await query('update auth.users set email = $2 where id = $1', [id, email])
    other.setUser({ email })
    assert.equal((await signInAtCompany('guarded.example')).user.id, id)
  })

  test('are strangers if its setting names no role', async () => {
    other.setUser({ email: `${crypto.randomUUID()}@guarded.example` })
    const { landing } = await landingOf('guarded.example')
    assert.equal(landing.searchParams.get('error_code'), 'signup_disabled')
  })

  // @covers sign-in.email-domain
  test('need an address of its domains', async () => {
    const { email } = await createPasswordUser()
    for (const foreign of [email, 'x@guarded.example', 'x@sub.acme.example', 'x@notacme.example']) {
      openId.setUser({ email: foreign, email_verified: true })
      const { landing } = await landingOf('acme.example')
      assert.equal(landing.searchParams.get('error_code'), 'email_address_not_authorized')
    }
  })

  test('with an unverified address are refused', async () => {
    openId.setUser({ email: 'unproven@acme.example', email_verified: false })
    const { landing } = await landingOf('acme.example')
    assert.equal(landing.searchParams.get('error_code'), 'provider_email_needs_verification')
  })

  test('are found by its id, and an unknown company is refused', async () => {
    const client = clientIn(new Browser())
    const { url } = await expectAuthData(client.auth.signInWithSSO({ providerId: acme }))
    assert.match(url, new RegExp(`provider=sso%3A${acme}`))
    await expectAuthError(
      client.auth.signInWithSSO({ domain: 'nobody.example' }),
      404,
      'sso_provider_not_found',
    )
    for (const body of [{}, { domain: 'acme.example', provider_id: acme }])
      expectRefusal(await authCall('POST /sso', { body }), 400, 'validation_failed')
    const reply = await authCall('POST /sso', { body: { domain: 'acme.example' } })
    assert.equal(reply.status, 303)
  })
})

test('GET /settings lists the enabled providers', async () => {
  const settings = z.object({ external: z.record(z.string(), z.boolean()) })
  const { external } = settings.parse(jsonIn(await authCall('GET /settings')))
  assert.deepEqual(
    ['google', 'apple', 'azure', 'github'].map((name) => external[name]),
    [true, true, true, true],
  )
})
