// Checks sign-in by an ID token of a provider.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { SignJWT, UnsecuredJWT } from 'jose'
import { newKey, startIssuer } from '../../support/token-issuer.ts'
import { startOwnServer } from '../support/own-server.ts'

const [google, acme, broken] = [await startIssuer(), await startIssuer(), await startIssuer()]
const [acmeId, brokenId, sharedId] = [randomUUID(), randomUUID(), randomUUID()]

await startOwnServer({
  settings: {
    GOOGLE_CLIENT_ID: 'web-app,phone-app',
    GOOGLE_CLIENT_SECRET: 'hardly one',
    GOOGLE_ISSUER: google.url,
    COMPANY_SIGN_IN: JSON.stringify([
      company(acmeId, 'acme.example', acme.url),
      company(brokenId, 'broken.example', broken.url),
      company(sharedId, 'shared.example', `${acme.url}/{tenantid}/v2.0`),
    ]),
  },
})

const { authCall, expectRefusal, sessionIn } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { expectAuthData, claimsIn, newClient, createPasswordUser } =
  await import('../support/people.ts')

function company(id: string, domain: string, issuer: string) {
  const oidc = { issuer, client_id: 'their-app', client_secret: 'hardly one' }
  return { id, name: domain, domains: [domain], new_people: 'facility', oidc }
}

const tokenGrant = (body: object) => authCall('POST /token?grant_type=id_token', { body })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Claims = Record<string, unknown>

/** Creates an account and returns claims for its user. */
async function newClaims(more: Claims = {}): Promise<Claims> {
  const { email } = await createPasswordUser()
  return { sub: randomUUID(), aud: 'web-app', email, email_verified: true, ...more }
}

async function countRows() {
  return query(
    `select (select count(*) from auth.users) as users, (select count(*) from auth.identities) as identities,
       (select count(*) from auth.sessions) as sessions, (select count(*) from private.spent_id_tokens) as spent`,
  )
}

async function mustFail(body: object, code = 'invalid_credentials', match?: RegExp, status = 400) {
  const before = await countRows()
  const { msg } = expectRefusal(await tokenGrant(body), status, code)
  assert.match(msg, match ?? /./u)
  assert.deepEqual(await countRows(), before)
}

suite('signInWithIdToken of supabase-js', () => {
  // @covers 7.auth.token-id-token
  test('signs in a user of the provider, for any of our apps', async () => {
    for (const aud of ['web-app', 'phone-app']) {
      const claims = await newClaims({ aud })
      const token = await google.sign(claims)
      const client = newClient()
      const { session, user } = await expectAuthData(
        client.auth.signInWithIdToken({ provider: 'google', token }),
      )
      assert.equal(user.email, claims['email'])
      assert.deepEqual(
        claimsIn(session.access_token).amr.map(({ method }) => method),
        ['oauth'],
      )
    }
  })

  test('is logged with the provider', async () => {
    const body = { provider: 'google', id_token: await google.sign(await newClaims()) }
    const { user } = sessionIn(await tokenGrant(body))
    const rows = await query(
      `select payload -> 'traits' as traits from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'login'`,
      [user.id],
    )
    assert.deepEqual(rows, [{ traits: { method: 'oauth', provider: 'google' } }])
  })

  test('checks the nonce and the access token if they are given', async () => {
    const claims = await newClaims({
      nonce: sha256('made up'),
      at_hash: createHash('sha256').update('access').digest().subarray(0, 16).toString('base64url'),
    })
    const token = await google.sign(claims)
    const call = { provider: 'google', token, nonce: 'made up', access_token: 'access' }
    await expectAuthData(newClient().auth.signInWithIdToken(call))
  })

  test('finds the account again after its address changed at the provider', async () => {
    const claims = await newClaims()
    const first = sessionIn(
      await tokenGrant({ provider: 'google', id_token: await google.sign(claims) }),
    )
    const later = { ...claims, email: 'elsewhere@example.test', jti: 'second' }
    const repeated = sessionIn(
      await tokenGrant({ provider: 'google', id_token: await google.sign(later) }),
    )
    assert.equal(repeated.user.id, first.user.id)
  })

  test('creates accounts for new users of a company', async () => {
    const email = `${randomUUID()}@acme.example`
    const token = await acme.sign({ sub: 'new', aud: 'their-app', email, email_verified: true })
    const body = { provider: `sso:${acmeId}`, id_token: token }
    assert.equal(sessionIn(await tokenGrant(body)).user.email, email)
  })
})

suite('an id token is refused', () => {
  const now = Math.floor(Date.now() / 1000)
  const cases: Record<string, [claims: Claims, message: RegExp]> = {
    'for another app': [{ aud: 'stranger' }, /another app/],
    // @covers sign-in.id-token-audience
    'for another app besides': [{ aud: ['web-app', 'stranger'], azp: 'web-app' }, /another app/],
    'for several apps without naming one': [{ aud: ['web-app', 'phone-app'] }, /another app/],
    'that was given to another app': [{ azp: 'stranger' }, /another app/],
    'from somebody else': [{ iss: 'https://evil.example' }, /different issuer/],
    // @covers sign-in.id-token-expired
    'that has expired': [{ iat: now - 600, exp: now - 60 }, /expired/],
    'that is not valid yet': [{ nbf: now + 120 }, /not valid yet/],
    'from the future': [{ iat: now + 120 }, /not valid yet/],
    'about nobody': [{ sub: '' }, /does not name a user/],
    'without a time': [{ exp: undefined }, /no expiry time/],
    'without an app': [{ aud: undefined }, /another app/],
    'without its nonce': [{ nonce: sha256('x') }, /nonce/],
  }
  for (const [name, [claims, match]] of Object.entries(cases)) {
    test(name, async () => {
      const id_token = await google.sign(await newClaims(claims))
      await mustFail({ provider: 'google', id_token }, undefined, match)
    })
  }

  test('with a nonce that it lacks or that differs', async () => {
    const without = await google.sign(await newClaims())
    await mustFail({ provider: 'google', id_token: without, nonce: 'x' }, undefined, /nonce/)
    for (const nonce of ['x', sha256('x')]) {
      const id_token = await google.sign(await newClaims({ nonce }))
      await mustFail({ provider: 'google', id_token, nonce: 'y' }, undefined, /Nonces/)
    }
    // The token must contain the hash of the nonce, but this token contains the nonce itself.
    const plain = await google.sign(await newClaims({ nonce: 'x' }))
    await mustFail({ provider: 'google', id_token: plain, nonce: 'x' }, undefined, /Nonces/)
  })

  test('with another access token', async () => {
    const id_token = await google.sign(await newClaims({ at_hash: 'x' }))
    await mustFail({ provider: 'google', id_token, access_token: 'a' }, undefined, /access token/)
  })

  // @covers sign-in.id-token-once
  test('the second time', async () => {
    const body = { provider: 'google', id_token: await google.sign(await newClaims()) }
    sessionIn(await tokenGrant(body))
    await mustFail(body, undefined, /used/)
  })

  test('except once if it is used many times at once', async () => {
    const body = { provider: 'google', id_token: await google.sign(await newClaims()) }
    const replies = await Promise.all(Array.from({ length: 6 }, () => tokenGrant(body)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  })

  test('at another provider', async () => {
    const id_token = await acme.sign(await newClaims({ aud: 'their-app' }))
    await mustFail({ provider: 'google', id_token })
    const foreignToken = await google.sign(await newClaims())
    await mustFail({ provider: `sso:${acmeId}`, id_token: foreignToken })
  })

  // @covers sign-in.email-look-alike
  test('with a look-alike address', async () => {
    const { email } = await createPasswordUser()
    const [kind, alike] = [`k.${email}`, `\u212a.${email}`]
    await query('update auth.users set email = $2 where email = $1', [email, kind])
    const id_token = await google.sign(await newClaims({ email: alike }))
    await mustFail({ provider: 'google', id_token }, 'signup_disabled', undefined, 422)
  })

  test('with an address that is not verified, or not of the company', async () => {
    const unverified = await google.sign(await newClaims({ email_verified: false }))
    await mustFail({ provider: 'google', id_token: unverified }, 'signup_disabled', undefined, 422)
    const foreign = await acme.sign(await newClaims({ aud: 'their-app' }))
    const body = { provider: `sso:${acmeId}`, id_token: foreign }
    await mustFail(body, 'email_address_not_authorized', undefined, 403)
  })
})

suite('an id token is refused whose signature', () => {
  test('is missing', async () => {
    const token = new UnsecuredJWT({ ...(await newClaims()), iss: google.url }).setIssuedAt()
    const id_token = token.setExpirationTime('5 minutes').encode()
    await mustFail({ provider: 'google', id_token })
  })

  test('uses the public key as a shared secret', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(google.first.publicJwk))
    const token = new SignJWT({ ...(await newClaims()), iss: google.url }).setIssuedAt()
    const signed = token
      .setExpirationTime('5 minutes')
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
    await mustFail(
      { provider: 'google', id_token: await signed.sign(secret) },
      undefined,
      /algorithm/,
    )
  })

  // @covers sign-in.id-token-forged
  test('was changed, cut off, or belongs to other claims', async () => {
    const id_token = await google.sign(await newClaims())
    const [header = '', , signature = ''] = id_token.split('.')
    const payload = Buffer.from(JSON.stringify(await newClaims({ iss: google.url }))).toString(
      'base64url',
    )
    for (const bad of [
      `${header}.${payload}.${signature}`,
      id_token.slice(0, -20),
      `${header}..${signature}`,
      'x',
      'a.b.c',
      `${id_token}.${id_token}`,
    ]) {
      await mustFail({ provider: 'google', id_token: bad })
    }
  })

  test('uses a key that only the token contains', async () => {
    const own = await newKey('own')
    const token = new SignJWT({ ...(await newClaims()), iss: google.url }).setIssuedAt()
    const signed = token.setExpirationTime('5 minutes').setProtectedHeader({
      alg: 'RS256',
      kid: 'own',
      jwk: own.publicJwk,
      jku: `${acme.url}/keys`,
    })
    const id_token = await signed.sign(own.privateKey)
    await mustFail({ provider: 'google', id_token }, undefined, /unknown key/)
  })

  test('uses another key of the same name', async () => {
    const id_token = await google.sign(await newClaims(), await newKey('first'))
    await mustFail({ provider: 'google', id_token }, undefined, /signature/)
  })

  test('is on a token for another purpose', async () => {
    const id_token = await google.sign(await newClaims(), google.first, 'logout+jwt')
    await mustFail({ provider: 'google', id_token })
  })
})

test('a provider whose keys cannot be loaded is reported, without effect on others', async () => {
  const claims = { sub: 'x', aud: 'their-app', email: 'x@broken.example', email_verified: true }
  const provider = `sso:${brokenId}`
  for (const behavior of ['garbage', 'huge', 'failing', 'redirect'] as const) {
    broken.state.behavior = behavior
    const id_token = await broken.sign(claims)
    await mustFail({ provider, id_token }, 'provider_unavailable', undefined, 503)
  }
  broken.state.behavior = 'normal'
  sessionIn(await tokenGrant({ provider, id_token: await broken.sign(claims) }))
})

test('a multi-tenant provider is not trusted for a company', async () => {
  const claims = { sub: 'x', aud: 'their-app', email: 'x@shared.example', tid: 'elsewhere' }
  const id_token = await acme.sign({ ...claims, iss: `${acme.url}/elsewhere/v2.0` })
  const body = { provider: `sso:${sharedId}`, id_token }
  await mustFail(body, 'provider_unavailable', undefined, 503)
})

suite('POST /token with an id token', () => {
  test('refuses invalid tokens and unknown providers', async () => {
    const id_token = await google.sign(await newClaims())
    const bad: [object, string][] = [
      [{ provider: 'google' }, 'validation_failed'],
      [{ provider: 'google', id_token: 7 }, 'validation_failed'],
      [{ provider: 'google', id_token, nonce: {} }, 'validation_failed'],
      [{ id_token }, 'validation_failed'],
      [{ provider: 'github', id_token }, 'provider_disabled'],
      [{ provider: 'apple', id_token }, 'provider_disabled'],
      [{ provider: '__proto__', id_token }, 'provider_disabled'],
      [{ provider: `sso:${randomUUID()}`, id_token }, 'provider_disabled'],
    ]
    for (const [body, code] of bad) await mustFail(body, code)
  })
})
