// Checks that each request without a valid token is refused with a reason.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { suite, test } from 'node:test'
import { sendRequest } from '../support/http-request.ts'
import {
  authCall,
  type CallName,
  newerVersionHeader,
  expectTextCodeRefusal,
  expectRefusal,
  getUser,
} from '../support/auth-call.ts'
import { insertSession, query } from '../support/database.ts'
import { nextMail } from '../support/mailbox.ts'
import {
  expectAuthError,
  newClient,
  createPasswordUser,
  sessionIdOf,
  signIn,
} from '../support/people.ts'
import { secrets } from '../support/target.ts'
import {
  claimsOf,
  now,
  publicKeyAsSecret,
  sharedSecretToken,
  signingKeyToken,
  signWith,
  tokenFor,
  unsigned,
} from '../support/tokens.ts'

const person = await createPasswordUser()
const { session } = await signIn(person)
const session_id = sessionIdOf(session)
const claims = claimsOf(person.id, { session_id })
const good = signingKeyToken(claims)
const other = await createPasswordUser()

const personal: [CallName, unknown][] = [
  ['GET /user', undefined],
  ['PUT /user', { data: { hue: 'red' } }],
  ['GET /reauthenticate', undefined],
  ['POST /logout?scope=others', undefined],
  ['POST /factors', { factor_type: 'webauthn' }],
  ['POST /factors/1/verify', {}],
]

/** Expects every route that needs a user to refuse the token, in both formats of refusals. */
async function expectRefusedEverywhere(token: string, status: number, code: string) {
  for (const [name, body] of personal) {
    expectRefusal(await authCall(name, { token, body }), status, code)
    const newerReply = await authCall(name, { token, body, headers: newerVersionHeader })
    expectTextCodeRefusal(newerReply, status, code)
  }
  assert.equal((await getUser(good)).status, 200)
}

await authCall('POST /recover', { body: { email: person.email } })
const { token: mailed } = await nextMail(person.email, 'recovery')

suite('no token', () => {
  // @covers 8.auth.missing-session
  test('is 401, with any key', async () => {
    for (const [name] of personal) {
      const [method = '', path = ''] = name.split(' ')
      for (const headers of [{}, { apikey: secrets.anonKey }]) {
        const reply = await sendRequest(`/auth/v1${path}`, { method, headers })
        expectRefusal(reply, 401, 'no_authorization')
        assert.match(String(reply.headers['www-authenticate']), /^Bearer/)
      }
    }
  })

  test('is any value except a Bearer token', async () => {
    for (const authorization of ['', 'Basic YTpi', 'Bearer', 'Bearer ', 'bearer  ', good]) {
      const headers = { apikey: secrets.anonKey, authorization }
      const reply = await sendRequest('/auth/v1/user', { headers })
      assert.ok([401, 403].includes(reply.status), authorization)
      expectRefusal(reply, reply.status, reply.status === 401 ? 'no_authorization' : 'bad_jwt')
    }
  })
})

suite('a token that is refused', () => {
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const foreign = { ...stranger.export({ format: 'jwk' }), kid: secrets.signingKeys[0].kid }
  const [head = '', body = '', signature = ''] = good.split('.')
  const otherBody = Buffer.from(JSON.stringify(claimsOf(other.id))).toString('base64url')
  const cases: [string, string][] = [
    ['the anon key', secrets.anonKey],
    ['the service key', secrets.serviceRoleKey],
    ['a refresh token', session.refresh_token],
    ['a recovery token', mailed],
    ['a word', 'word'],
    ['dots', '..'],
    ['no base64', 'a.b.c'],
    ['of the algorithm none', `${unsigned({ alg: 'none' }, claims)}.`],
    ['of the algorithm nOnE, signed', `${unsigned({ alg: 'nOnE' }, claims)}.${signature}`],
    ['the public key as a secret', publicKeyAsSecret(claims)],
    ['the public key as a secret, without its name', sharedSecretToken(claims, head)],
    ['with an empty secret', sharedSecretToken(claims, '')],
    ['with another secret', sharedSecretToken(claims, 'x'.repeat(64))],
    ['with another key of the same name', signWith(foreign, claims)],
    ['that brings its own key', signWith(foreign, claims, { jwk: foreign, kid: undefined })],
    ['that says where its key is', signWith(foreign, claims, { jku: 'https://evil.example/k' })],
    ['whose key is a path', signWith({ ...foreign, kid: '../../dev/null' }, claims)],
    ['with an extension nobody knows', signingKeyToken(claims, { crit: ['x'], x: 1 })],
    ['with the claims of somebody else', [head, otherBody, signature].join('.')],
    ['without its signature', `${head}.${body}.`],
    ['with half its signature', [head, body, signature.slice(0, 40)].join('.')],
    ['with a signature of zeros', [head, body, Buffer.alloc(64).toString('base64url')].join('.')],
    ['for another audience', signingKeyToken({ ...claims, aud: 'other' })],
    ['of nobody', signingKeyToken({ ...claims, sub: undefined })],
    ['of an empty name', signingKeyToken({ ...claims, sub: '' })],
    ['of a name that is not an id', signingKeyToken({ ...claims, sub: 'me' })],
    ['of a list of people', signingKeyToken({ ...claims, sub: [person.id] })],
    ['of a session that is not an id', signingKeyToken({ ...claims, session_id: 'x' })],
    ['with an end in words', signingKeyToken({ ...claims, exp: 'soon' })],
    ['that ended 2 minutes ago', signingKeyToken({ ...claims, exp: now() - 120 })],
    ['that begins in 2 minutes', signingKeyToken({ ...claims, nbf: now() + 120 })],
    ['issued in 2 minutes', signingKeyToken({ ...claims, iat: now() + 120 })],
  ]
  for (const [name, token] of cases)
    test(`${name}: 403 bad_jwt`, () => expectRefusedEverywhere(token, 403, 'bad_jwt'))

  test('is refused with the texts that clients expect', async () => {
    for (const token of ['a.b.c', sharedSecretToken(claims, 'x'.repeat(64))]) {
      const { message } = await expectAuthError(newClient().auth.getUser(token), 403, 'bad_jwt')
      assert.match(message, /^invalid JWT: unable to parse or verify signature, .+/)
    }
    const { auth } = newClient()
    const nobody = await expectAuthError(auth.mfa.enroll({ factorType: 'totp' }), 403, 'bad_jwt')
    assert.equal(nobody.message, 'invalid claim: missing sub claim')
  })

  // @covers 8.auth.invalid-session
  test('of a session that never existed', () =>
    expectRefusedEverywhere(
      signingKeyToken({ ...claims, session_id: crypto.randomUUID() }),
      403,
      'session_not_found',
    ))

  test("of another user's session", async () => {
    const elsewhere = await insertSession(other.id)
    const token = signingKeyToken({ ...claims, session_id: elsewhere })
    await expectRefusedEverywhere(token, 403, 'session_not_found')
  })

  test('of an account that was deleted', async () => {
    const deletedUser = await createPasswordUser()
    const { session: open } = await signIn(deletedUser)
    await query('delete from auth.users where id = $1', [deletedUser.id])
    await expectRefusedEverywhere(open.access_token, 403, 'session_not_found')
    await expectRefusedEverywhere(tokenFor(deletedUser.id), 403, 'user_not_found')
  })

  test('of an account that was banned', async () => {
    const bannedUser = await createPasswordUser()
    const { session: open } = await signIn(bannedUser)
    await query(`update auth.users set banned_until = 'infinity' where id = $1`, [bannedUser.id])
    await expectRefusedEverywhere(open.access_token, 403, 'user_banned')
  })

  test('next to an invalid key', async () => {
    const reply = await authCall('GET /user', { token: good, headers: { apikey: 'a.b.c' } })
    expectRefusal(reply, 403, 'bad_jwt')
  })
})

suite('a valid token', () => {
  const cases: [string, string][] = [
    ['that ended 20 s ago', signingKeyToken({ ...claims, exp: now() - 20 })],
    ['that begins in 20 s', signingKeyToken({ ...claims, nbf: now() + 20 })],
    ['issued in 20 s', signingKeyToken({ ...claims, iat: now() + 20 })],
    ['signed with the shared secret', sharedSecretToken(claims)],
  ]
  for (const [name, token] of cases)
    test(name, async () => assert.equal((await getUser(token)).status, 200))

  test('identifies its user, with any other claims', async () => {
    const falseClaims = {
      role: 'authenticated',
      app_metadata: { role: 'admin' },
      email: other.email,
    }
    const { text } = await getUser(signingKeyToken({ ...claims, ...falseClaims }))
    assert.ok(text.includes(person.email) && !text.includes(other.email) && !/admin/.test(text))
  })
})
