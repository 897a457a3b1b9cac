import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { signInWithPassword, expectRefusal, sessionIn, getUser } from '../support/auth-call.ts'
import { visitor } from '../support/clients.ts'
import { insertUser, query } from '../support/database.ts'
import { only, rowsOf } from '../support/expect.ts'
import {
  claimsIn,
  expectAuthError,
  newClient,
  createPasswordUser,
  expectPresent,
  signIn,
} from '../support/people.ts'
import { now } from '../support/tokens.ts'

const wrong = [400, 'invalid_credentials'] as const

suite('POST /token with a password', () => {
  // @covers 7.auth.token-password
  test('starts a session with a token of an hour', async () => {
    const person = await createPasswordUser('contractor')
    const { session } = await signIn(person)
    assert.equal(session.expires_in, 3600)
    assert.ok(Math.abs(expectPresent(session.expires_at) - now() - 3600) <= 2)
    assert.deepEqual([session.token_type, session.user.email], ['bearer', person.email])
    const { iat, exp, ...claims } = claimsIn(session.access_token)
    assert.equal(Number(exp) - Number(iat), 3600)
    assert.deepEqual(
      [claims.sub, claims['role'], claims['aud'], claims['aal'], claims['is_anonymous']],
      [person.id, 'authenticated', 'authenticated', 'aal1', false],
    )
    assert.equal(claims['email'], person.email)
    assert.match(JSON.stringify(claims['amr']), /^\[\{"method":"password","timestamp":\d{10}\}\]$/)
  })

  test('reveals no secrets of the account', async () => {
    const { email, password } = await createPasswordUser()
    const { text } = await signInWithPassword({ email, password })
    assert.doesNotMatch(text, /\$2[aby]\$|encrypted_password|confirmation_token|recovery_token/)
  })

  test('accepts the address in any case', async () => {
    const { email, password } = await createPasswordUser()
    sessionIn(await signInWithPassword({ email: email.toUpperCase(), password }))
  })

  test('gives the rights of its user, and no more', async () => {
    const { client } = await signIn(await createPasswordUser())
    assert.equal((await rowsOf(client.from('notification_settings').select())).length, 1)
  })

  // @covers 8.auth.credentials-needed
  test('without an email and a phone number is refused by the client library', async () => {
    const credentials = { email: 'nobody@example.test', password: 'Quiet-pine-needle-7' }
    Reflect.deleteProperty(credentials, 'email')
    const { error } = await newClient().auth.signInWithPassword(credentials)
    const text = 'You must provide either an email or phone number and a password'
    assert.equal(error?.message, text)
  })

  // @covers 8.login.invalid
  test("refuses a wrong password, no password, and an unknown address, with the spec's text", async () => {
    const { email, password } = await createPasswordUser()
    const attempts = [
      { email, password: `${password}!` },
      { email, password: '' },
      { email },
      { email: 'nobody@example.test', password },
      { email: 'no address', password },
    ]
    for (const attempt of attempts) {
      const { msg } = expectRefusal(await signInWithPassword(attempt), ...wrong)
      assert.equal(msg, 'Invalid login credentials')
    }
    await signIn({ id: '', email, password })
  })

  test('refuses accounts without a password, unconfirmed, banned, deleted', async () => {
    const id = await insertUser('facility')
    expectRefusal(await signInWithPassword({ email: `${id}@example.test`, password: '' }), ...wrong)
    const changes: [string, string, number, string][] = [
      ['email_confirmed_at', 'null', 400, 'email_not_confirmed'],
      ['banned_until', "now() + interval '1 hour'", 400, 'user_banned'],
      ['deleted_at', 'now()', 400, 'invalid_credentials'],
    ]
    for (const [column, value, status, code] of changes) {
      const { id: person, email, password } = await createPasswordUser()
      await query(`update auth.users set ${column} = ${value} where id = $1`, [person])
      expectRefusal(await signInWithPassword({ email, password }), status, code)
      // A caller who does not know the password does not learn the state of the account.
      expectRefusal(await signInWithPassword({ email, password: 'another one' }), ...wrong)
    }
  })

  test('signs in a user whose ban has ended', async () => {
    const person = await createPasswordUser()
    await query(`update auth.users set banned_until = now() - interval '1 second' where id = $1`, [
      person.id,
    ])
    await signIn(person)
  })

  test('never truncates a password: 72 bytes and one more are refused', async () => {
    for (const password of ['x'.repeat(72), 'é'.repeat(36)]) {
      const { id, email } = await createPasswordUser()
      await query(
        `update auth.users set encrypted_password = extensions.crypt($2, extensions.gen_salt('bf', 10))
         where id = $1`,
        [id, password],
      )
      await signIn({ id, email, password })
      for (const more of ['x', '\u0000', 'é', 'x'.repeat(5000)])
        expectRefusal(await signInWithPassword({ email, password: password + more }), ...wrong)
      expectRefusal(await signInWithPassword({ email, password: password.slice(1) }), ...wrong)
    }
  })

  test('refuses a password that only looks the same', async () => {
    const { email, password } = await createPasswordUser()
    const almostRight = [
      ` ${password}`,
      `${password} `,
      password.toUpperCase(),
      `${password}\u0000`,
    ]
    for (const other of [...almostRight, `\u0000${password}`, password.replaceAll(' ', '\u00a0')])
      expectRefusal(await signInWithPassword({ email, password: other }), ...wrong)
  })

  test('logs the time, the network address and the device', async () => {
    const { id, email, password } = await createPasswordUser()
    const client = newClient()
    await signIn({ id, email, password }, client)
    const { user_agent: agent, ip } = only(await rowsOf(client.rpc('my_sessions')))
    assert.equal(ip, '127.0.0.1')
    assert.ok(agent !== '')
    const signInTimes = await query(
      `select last_sign_in_at > now() - interval '1 minute' as is_new from auth.users where id = $1`,
      [id],
    )
    assert.deepEqual(signInTimes, [{ is_new: true }])
  })

  test('allows many sessions at once', async () => {
    const { email, password } = await createPasswordUser()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => signInWithPassword({ email, password })),
    )
    const tokens = replies.map((reply) => sessionIn(reply).access_token)
    assert.equal(new Set(tokens.map((token) => claimsIn(token).session_id)).size, 8)
    for (const token of tokens) assert.equal((await getUser(token)).status, 200)
  })
})

suite('other kinds of sign-in', () => {
  // @covers sign-in.phone-unavailable
  test("by phone, by another provider's token, anonymously: each is refused by name", async () => {
    await expectAuthError(
      visitor.auth.signInWithPassword({ phone: '+15005550006', password: 'x' }),
      400,
      'phone_provider_disabled',
    )
    await expectAuthError(
      visitor.auth.signInWithOtp({ phone: '+15005550006' }),
      400,
      'phone_provider_disabled',
    )
    const idToken = { provider: 'google', token: 'x' }
    await expectAuthError(visitor.auth.signInWithIdToken(idToken), 400, 'provider_disabled')
  })

  // @covers sign-in.not-offered
  test('are refused with the texts that clients expect', async () => {
    const { auth } = visitor
    const idToken = auth.signInWithIdToken({ provider: 'google', token: 'x' })
    const web3SignIn = auth.signInWithWeb3({ chain: 'ethereum', message: 'x', signature: '0x00' })
    const company = auth.signInWithSSO({ domain: 'acme.example' })
    const refusals = [
      await expectAuthError(idToken, 400, 'provider_disabled'),
      await expectAuthError(web3SignIn, 422, 'web3_provider_disabled'),
      await expectAuthError(company, 404, 'saml_provider_disabled'),
    ]
    assert.deepEqual(
      refusals.map(({ message }) => message),
      [
        'Unsupported provider: provider is not enabled',
        'Web3 provider is disabled',
        'SAML 2.0 is disabled',
      ],
    )
  })
})
