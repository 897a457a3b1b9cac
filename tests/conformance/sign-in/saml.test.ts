// Signs in by SAML 2.0 with supabase-js, at identity providers that the tests run.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { z } from 'zod'

const {
  acme,
  acmeId,
  assertionUrl,
  returnUrl,
  beginSignIn,
  borealis,
  postToServer,
  postForm,
  codeFrom,
  openSignInLink,
  landingOf,
  expectRefusedSignIn,
  signInAt,
  signInOnPage,
} = await import('../support/saml.ts')
const { sendRequest } = await import('../support/http-request.ts')
const { authCall, jsonIn, expectRefusal, sessionIn } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { expectAuthData, claimsIn, newClient, createPasswordUser, expectPresent } =
  await import('../support/people.ts')
const { target } = await import('../support/target.ts')

const newEmail = (domain = 'acme.example') => `${randomUUID()}@${domain}`
const { url: site } = target

type SsoProviderChoice = { domain: string } | { providerId: string }

/** Begins a sign-in with supabase-js, and opens the sign-in link like a browser. */
async function beginWith(client: ReturnType<typeof newClient>, provider: SsoProviderChoice) {
  const options = { redirectTo: returnUrl, skipBrowserRedirect: true }
  const { url } = expectPresent(
    await expectAuthData(client.auth.signInWithSSO({ ...provider, options })),
  )
  return openSignInLink(url)
}

suite('signInWithSSO of supabase-js', () => {
  // @covers sign-in.company-new-role
  test("creates an account for a new employee, with the role of the company's setting", async () => {
    const client = newClient({ flowType: 'pkce' })
    const { url, cookie } = await beginWith(client, { domain: 'acme.example' })
    const email = newEmail()
    const code = await codeFrom(signInOnPage(url, acme, email, cookie))
    const { session, user } = await expectAuthData(client.auth.exchangeCodeForSession(code))
    assert.equal(user.email, email)
    const methods = claimsIn(session.access_token).amr.map(({ method }) => method)
    assert.deepEqual(methods, ['sso/saml'])
    const roles = await query('select role from public.profiles where id = $1', [user.id])
    assert.deepEqual(roles, [{ role: 'facility' }])
  })

  test('finds the same account again, even by the id of the company', async () => {
    const email = newEmail('acme.test')
    const ids: string[] = []
    for (const company of [{ domain: 'ACME.test' }, { providerId: acmeId }]) {
      const client = newClient({ flowType: 'pkce' })
      const { url, cookie } = await beginWith(client, company)
      const code = await codeFrom(signInOnPage(url, acme, email, cookie))
      ids.push((await expectAuthData(client.auth.exchangeCodeForSession(code))).user.id)
    }
    assert.equal(ids[0], ids[1])
  })

  test('returns the session itself to a browser without a challenge', async () => {
    const { url, cookie } = await beginWith(newClient(), { providerId: acmeId })
    const landing = landingOf(await signInOnPage(url, acme, newEmail(), cookie))
    const token = new URLSearchParams(landing.hash.slice(1)).get('access_token')
    assert.equal(claimsIn(expectPresent(token)).aal, 'aal1')
    assert.equal(`${landing.origin}${landing.pathname}`, returnUrl)
  })
})

suite('POST /sso', () => {
  test('sends the company our id, the reply address and the relay state', async () => {
    const { url } = await beginSignIn()
    const { origin, pathname, searchParams } = new URL(url)
    assert.equal(`${origin}${pathname}`, acme.ssoUrl)
    assert.match(expectPresent(searchParams.get('RelayState')), /^[\w-]{43}$/)
  })

  test('leaves the authentication method to the company', async () => {
    const { searchParams } = new URL((await beginSignIn()).url)
    const request = expectPresent(searchParams.get('SAMLRequest'))
    const xml = inflateRawSync(Buffer.from(request, 'base64')).toString()
    assert.match(xml, /^<\?xml [^>]*>\s*<samlp:AuthnRequest /)
    assert.doesNotMatch(xml, /AuthnContext/)
  })

  test("keeps the query of a company's address", async () => {
    const { searchParams } = new URL((await beginSignIn('borealis.example')).url)
    assert.equal(searchParams.get('idpid'), 'C01')
    assert.ok(searchParams.get('SAMLRequest'))
  })

  test('redirects there unless the client prevents it', async () => {
    const body = { domain: 'acme.example' }
    const reply = await authCall('POST /sso', { body })
    assert.equal(reply.status, 303)
    assert.ok((await openSignInLink(reply.headers.location ?? '')).url.startsWith(acme.ssoUrl))
  })

  test('never returns to a target that is not allowed', async () => {
    const started = await beginSignIn('acme.example', { redirect_to: 'https://evil.example/' })
    const landing = landingOf(
      await postToServer(await signInAt(acme, started, { email: newEmail() })),
    )
    assert.equal(landing.origin, site)
  })

  test('refuses unknown companies and invalid requests', async () => {
    const bad: [object, number, string][] = [
      [{ domain: 'nobody.example' }, 404, 'sso_provider_not_found'],
      [{ provider_id: randomUUID() }, 404, 'sso_provider_not_found'],
      [{}, 400, 'validation_failed'],
      [{ domain: 7 }, 400, 'validation_failed'],
    ]
    for (const [body, status, code] of bad) {
      expectRefusal(await authCall('POST /sso', { body }), status, code)
    }
  })
})

/** Signs in at Borealis, which sends the email address in an attribute named "address". */
const signInAtBorealis = (started: Parameters<typeof signInAt>[1], email: string) =>
  signInAt(borealis, started, { email, attributes: { address: email } })

suite('a company with SAML', () => {
  test("signs in an existing user by address, and later by the company's id", async () => {
    const { id, email } = await createPasswordUser('contractor')
    for (const started of [
      await beginSignIn('borealis.example'),
      await beginSignIn('borealis.example'),
    ]) {
      const code = await codeFrom(postToServer(await signInAtBorealis(started, email)))
      const body = { auth_code: code, code_verifier: started.verifier }
      const session = sessionIn(await authCall('POST /token?grant_type=pkce', { body }))
      assert.equal(session.user.id, id)
    }
    const accounts = await query(
      "select provider_id as subject from auth.identities where user_id = $1 and provider <> 'email'",
      [id],
    )
    assert.deepEqual(accounts, [{ subject: email }])
  })

  test('refuses unknown users if it creates no accounts', async () => {
    const form = await signInAtBorealis(
      await beginSignIn('borealis.example'),
      newEmail('borealis.example'),
    )
    await expectRefusedSignIn(() => postToServer(form), 'signup_disabled')
  })

  // @covers sign-in.email-domain
  test('is not trusted outside of its domains', async () => {
    const { email } = await createPasswordUser('facility')
    const form = await signInAt(acme, await beginSignIn(), { email })
    await expectRefusedSignIn(() => postToServer(form), 'email_address_not_authorized')
  })

  test('gives a code that another browser cannot use', async () => {
    const [own, other] = [await beginSignIn(), await beginSignIn()]
    const code = await codeFrom(postToServer(await signInAt(acme, own, { email: newEmail() })))
    const body = { auth_code: code, code_verifier: other.verifier }
    expectRefusal(await authCall('POST /token?grant_type=pkce', { body }), 400, 'bad_code_verifier')
  })

  test('does not sign in banned users', async () => {
    const { id, email } = await createPasswordUser()
    await query(`update auth.users set banned_until = 'infinity' where id = $1`, [id])
    const form = await signInAtBorealis(await beginSignIn('borealis.example'), email)
    await expectRefusedSignIn(() => postToServer(form), 'user_banned')
  })
})

suite('GET /sso/saml/metadata', () => {
  // @covers sign-in.saml-metadata
  test('describes our server to a company', async () => {
    const reply = await authCall('GET /sso/saml/metadata')
    assert.match(String(reply.headers['content-type']), /^application\/(?:samlmetadata\+)?xml/)
    assert.ok(reply.text.includes(`entityID="${site}/auth/v1/sso/saml/metadata"`))
    assert.ok(reply.text.includes(`Location="${assertionUrl}"`))
    assert.ok(reply.text.includes('WantAssertionsSigned="true"'))
  })
})

suite('POST /sso/saml/acs', () => {
  test('accepts only forms below the size limit', async () => {
    const bad = ['', 'SAMLResponse=a&SAMLResponse=b', 'RelayState=%00', 'x'.repeat(1000)]
    for (const form of bad) {
      const landing = landingOf(await postForm(form))
      assert.ok(landing.searchParams.get('error_code'), landing.href)
    }
    for (const form of ['a'.repeat(600_000), `SAMLResponse=${'a'.repeat(5_000_000)}`])
      await expectRefusedSignIn(() => postForm(form), 'body_too_large')
    assert.equal(landingOf(await postForm('a'.repeat(600_000))).pathname, '/')
    landingOf(await authCall('POST /sso/saml/acs', { raw: '{' }))
    assert.equal((await sendRequest('/auth/v1/sso/saml/acs')).status, 404)
  })

  test('appears in the settings', async () => {
    const settings = z.looseObject({
      saml_enabled: z.literal(true),
      sso_enabled: z.literal(true),
    })
    settings.parse(jsonIn(await authCall('GET /settings')))
  })
})
