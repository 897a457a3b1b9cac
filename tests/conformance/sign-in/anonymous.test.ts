// Signs in anonymously on a server with ANONYMOUS_SIGN_IN=on, and checks the other settings of sign-in.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startOwnServer } from '../support/own-server.ts'

await startOwnServer({
  settings: {
    SIGNUP: 'open',
    ANONYMOUS_SIGN_IN: 'on',
    MANUAL_LINKING: 'off',
    MIN_PASSWORD_LENGTH: '12',
  },
})

const { authCall, expectRefusal, jsonIn } = await import('../support/auth-call.ts')
const { server, untyped } = await import('../support/clients.ts')
const { query } = await import('../support/database.ts')
const { nextMail } = await import('../support/mailbox.ts')
const { claimsIn, expectAuthData, expectAuthError, expectPresent, newClient } =
  await import('../support/people.ts')

async function signInAnonymously(data: object = {}) {
  const client = newClient()
  const { session, user } = await expectAuthData(
    client.auth.signInAnonymously({ options: { data } }),
  )
  return { client, session: expectPresent(session), user: expectPresent(user) }
}

suite('an anonymous user', () => {
  // @covers sign-in.anonymous
  test('has a session, says so in its token, and is listed for admins', async () => {
    const { client, session, user } = await signInAnonymously({ color: 'red' })
    assert.deepEqual([user.is_anonymous, user.email, user.identities], [true, '', []])
    assert.deepEqual(user.user_metadata, { color: 'red' })
    const claims = claimsIn(session.access_token)
    assert.deepEqual(
      [claims['is_anonymous'], claims['role'], claims.amr.map(({ method }) => method)],
      [true, 'authenticated', ['anonymous']],
    )
    await expectAuthData(client.auth.refreshSession())
    const { user: listed } = await expectAuthData(server.auth.admin.getUserById(user.id))
    assert.equal(listed?.is_anonymous, true)
    const settings: unknown = jsonIn(await authCall('GET /settings'))
    assert.match(JSON.stringify(settings), /"anonymous_users":true/)
  })

  // @covers sign-in.anonymous-user
  test('has no profile and no role, whatever it asks for', async () => {
    const { client, user } = await signInAnonymously({ role: 'contractor', full_name: 'Ann' })
    assert.deepEqual(await query('select from public.profiles where id = $1', [user.id]), [])
    const { data } = await untyped(client).from('jobs').select('id').throwOnError()
    assert.deepEqual(data, [])
    assert.deepEqual(await query('select from app.newcomers where id = $1', [user.id]), [])
  })

  test('becomes permanent by confirming an email, and then chooses a password', async () => {
    const { client, user } = await signInAnonymously()
    await expectAuthError(
      client.auth.updateUser({ password: 'Brook-over-stone-42' }),
      422,
      'validation_failed',
    )
    const email = `${crypto.randomUUID()}@example.test`
    await expectAuthData(client.auth.updateUser({ email }))
    const { token } = await nextMail(email, 'confirmation')
    const { user: changed } = await expectAuthData(
      client.auth.verifyOtp({ token_hash: token, type: 'email_change' }),
    )
    assert.deepEqual([changed?.id, changed?.email, changed?.is_anonymous], [user.id, email, false])
    const password = 'Brook-over-stone-42'
    await expectAuthData(client.auth.updateUser({ password }))
    const { session } = await expectAuthData(
      newClient().auth.signInWithPassword({ email, password }),
    )
    assert.equal(claimsIn(expectPresent(session).access_token)['is_anonymous'], false)
  })

  test('is limited by address', async () => {
    await query(
      `update private.settings set value = '2/3600' where name = 'limit_anonymous_address'`,
    )
    await query('delete from private.address_limits')
    await signInAnonymously()
    await signInAnonymously()
    const reply = await authCall('POST /signup', { body: {} })
    expectRefusal(reply, 429, 'over_request_rate_limit')
    assert.ok(Number(reply.headers['retry-after']) > 3000)
  })
})

suite('a setting of sign-in', () => {
  test('raises the minimum length of passwords', async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const short = newClient().auth.signUp({ email, password: 'Brook-42-ab' })
    await expectAuthError(short, 422, 'weak_password')
    await expectAuthData(newClient().auth.signUp({ email, password: 'Brook-42-abc' }))
    const created = server.auth.admin.createUser({ email: `2${email}`, password: 'Brook-42-ab' })
    await expectAuthError(created, 422, 'weak_password')
  })

  test('turns off manual linking', async () => {
    const { user } = await expectAuthData(
      server.auth.admin.createUser({
        email: `${crypto.randomUUID()}@example.test`,
        password: 'Brook-over-stone-42',
        email_confirm: true,
      }),
    )
    const client = newClient()
    const email = expectPresent(user.email)
    await expectAuthData(client.auth.signInWithPassword({ email, password: 'Brook-over-stone-42' }))
    await expectAuthError(
      client.auth.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } }),
      404,
      'manual_linking_disabled',
    )
  })
})
