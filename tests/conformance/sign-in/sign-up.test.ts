// Signs up on a server with open sign-up and two signing keys.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { temporaryFolder } from '../../support/server.ts'
import { startOwnServer } from '../support/own-server.ts'

function newKey(kid: string) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256' }
}

const folder = join(await temporaryFolder(), 'data')
mkdirSync(folder, { mode: 0o700 })
const signingKeys = [newKey('newer'), newKey('older')]
writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ signingKeys }), { mode: 0o600 })
await startOwnServer({ settings: { SIGNUP: 'open', DATA_DIR: folder } })

const { authCall, signInWithPassword, jsonIn, expectRefusal, sessionIn, getUser } =
  await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { countMails, nextMail } = await import('../support/mailbox.ts')
const {
  expectAuthData,
  claimsIn,
  expectAuthError,
  newClient,
  createPasswordUser,
  expectPresent,
  signIn,
} = await import('../support/people.ts')
const { claimsOf, signWith } = await import('../support/tokens.ts')

const password = 'a gate that squeaks'
const newAddress = () => `${crypto.randomUUID()}@example.test`
const signUp = (body: unknown) => authCall('POST /signup', { body })
const verify = (body: unknown) => authCall('POST /verify', { body })

async function roleOf(email: string) {
  return query(
    `select p.role from auth.users u left join public.profiles p using (id) where u.email = $1`,
    [email],
  )
}

suite('POST /signup', () => {
  // @covers 7.auth.signup-email
  test('creates an account that an email confirms, through supabase-js', async () => {
    const email = newAddress()
    const client = newClient()
    const data = { role: 'contractor', full_name: 'Nora New' }
    const signedUp = await expectAuthData(
      client.auth.signUp({ email, password, options: { data } }),
    )
    assert.equal(signedUp.session, null)
    assert.deepEqual([signedUp.user?.email, signedUp.user?.user_metadata], [email, data])
    const { token } = await nextMail(email, 'confirmation')
    await expectAuthError(
      client.auth.signInWithPassword({ email, password }),
      400,
      'email_not_confirmed',
    )
    const { session } = await expectAuthData(
      client.auth.verifyOtp({ token_hash: token, type: 'signup' }),
    )
    assert.equal((await getUser(expectPresent(session).access_token)).status, 200)
    assert.deepEqual(await roleOf(email), [{ role: 'contractor' }])
    await signIn({ id: '', email, password })
  })

  test('can be confirmed by its code, once', async () => {
    const email = newAddress()
    await signUp({ email, password })
    const { code: token, token: link } = await nextMail(email, 'confirmation')
    sessionIn(await verify({ type: 'email', email, token }))
    expectRefusal(await verify({ type: 'email', email, token }), 403, 'otp_expired')
    expectRefusal(await verify({ type: 'signup', token_hash: link }), 403, 'otp_expired')
  })

  test('creates no admins', async () => {
    const asAdmin = [
      { data: { role: 'admin' } },
      { data: { role: 'admin' }, app_metadata: { role: 'admin' } },
      { role: 'admin', app_metadata: { role: 'admin' }, raw_app_meta_data: { role: 'admin' } },
    ]
    for (const more of asAdmin) {
      const email = newAddress()
      assert.equal((await signUp({ email, password, ...more })).status, 200)
      const { token } = await nextMail(email, 'confirmation')
      const { access_token: access } = sessionIn(
        await verify({ type: 'signup', token_hash: token }),
      )
      assert.deepEqual(await roleOf(email), [{ role: null }])
      assert.equal(claimsIn(access)['role'], 'authenticated')
      assert.doesNotMatch(JSON.stringify(claimsIn(access)['app_metadata']), /admin/)
    }
  })

  test('does not change an existing account, and notifies its owner', async () => {
    const person = await createPasswordUser()
    const reply = await signUp({ email: person.email, password, data: { full_name: 'Thief' } })
    assert.equal(reply.status, 200)
    const { text } = await nextMail(person.email, 'account-exists')
    assert.ok(!text.includes('token'))
    await signIn(person)
    expectRefusal(
      await signInWithPassword({ email: person.email, password }),
      400,
      'invalid_credentials',
    )
    assert.equal(await countMails(person.email, 'confirmation'), 0)
  })

  test('responds in the same way for new, known and unconfirmed addresses', async () => {
    const { email: existing } = await createPasswordUser()
    const unconfirmed = newAddress()
    await signUp({ email: unconfirmed, password })
    await nextMail(unconfirmed, 'confirmation')
    const shapes = new Set<string>()
    for (const email of [newAddress(), existing, unconfirmed, existing.toUpperCase()]) {
      const reply = await signUp({ email, password, data: { hue: 'red' } })
      const text = reply.text.replaceAll(email.toLowerCase(), 'EMAIL')
      const ids = text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      shapes.add(`${reply.status} ${ids.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')}`)
    }
    assert.equal(shapes.size, 1, [...shapes].join('\n'))
  })

  // @covers 7.auth.resend
  test('sends the confirmation again on request', async () => {
    const email = newAddress()
    await signUp({ email, password })
    const old = await nextMail(email, 'confirmation')
    const { error } = await newClient().auth.resend({ type: 'signup', email })
    assert.equal(error, null)
    const { token } = await nextMail(email, 'confirmation')
    expectRefusal(await verify({ type: 'signup', token_hash: old.token }), 403, 'otp_expired')
    sessionIn(await verify({ type: 'signup', token_hash: token }))
  })

  test('creates one account for many simultaneous requests', async () => {
    const email = newAddress()
    const replies = await Promise.all(Array.from({ length: 6 }, () => signUp({ email, password })))
    for (const { status } of replies) assert.equal(status, 200)
    assert.ok((await countMails(email, 'confirmation')) >= 1)
    assert.equal((await roleOf(email)).length, 1)
  })

  test('by a stranger leaves no password on an account that its owner confirms', async () => {
    const type = { recovery: 'recovery', 'magic-link': 'magiclink' } as const
    for (const kind of ['magic-link', 'recovery'] as const) {
      const email = newAddress()
      await signUp({ email, password: 'known to a stranger' })
      await nextMail(email, 'confirmation')
      const body = { email }
      if (kind === 'recovery') await authCall('POST /recover', { body })
      else await authCall('POST /otp', { body })
      const { token } = await nextMail(email, kind)
      sessionIn(await verify({ type: type[kind], token_hash: token }))
      const stranger = { email, password: 'known to a stranger' }
      expectRefusal(await signInWithPassword(stranger), 400, 'invalid_credentials')
    }
  })

  const guessable = [
    '00000000',
    '987654321',
    'aaaaaaaa',
    'abcdefgh',
    '        ',
    'qweasdzxc',
    '24.12.2001',
    'Passw0rd!',
  ]

  test("refuses passwords that are short, long, common, the user's address or a word of the product", async () => {
    const email = 'mend.the.gate@example.test'
    const bad: [unknown, number, string][] = [
      [undefined, 400, 'validation_failed'],
      ['', 400, 'validation_failed'],
      ['seven77', 422, 'weak_password'],
      ['password', 422, 'weak_password'],
      ['iloveyou1', 422, 'weak_password'],
      ...guessable.map((secret): [string, number, string] => [secret, 422, 'weak_password']),
      [email, 422, 'weak_password'],
      ['Mend.The.Gate', 422, 'weak_password'],
      ['mendthegate-2026', 422, 'weak_password'],
      ['Mendwell!2026', 422, 'weak_password'],
      ['contractor', 422, 'weak_password'],
      ['F4cility12', 422, 'weak_password'],
      ['x'.repeat(73), 400, 'validation_failed'],
      ['a NUL \u0000 within', 400, 'validation_failed'],
    ]
    for (const [secret, status, code] of bad) {
      const { weak_password: weak } = expectRefusal(
        await signUp({ email, password: secret }),
        status,
        code,
      )
      assert.equal(weak !== undefined, code === 'weak_password')
    }
    assert.deepEqual(await roleOf(email), [])
  })

  // @covers sign-in.anonymous
  test('by phone or without an address is refused by name', async () => {
    const phone = '+15005550006'
    expectRefusal(await signUp({ phone, password }), 400, 'phone_provider_disabled')
    await expectAuthError(newClient().auth.signInAnonymously(), 422, 'anonymous_provider_disabled')
  })

  test('appears in the audit log', async () => {
    const email = newAddress()
    await signUp({ email, password })
    const { token } = await nextMail(email, 'confirmation')
    const { user } = sessionIn(await verify({ type: 'signup', token_hash: token }))
    const rows = await query(
      `select payload ->> 'action' as action from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 order by 1`,
      [user.id],
    )
    const actions = ['login', 'user_confirmed', 'user_signedup'].map((action) => ({ action }))
    assert.deepEqual(rows, actions)
  })
})

suite('POST /otp with open sign-up', () => {
  // @covers 9.otp.creates-user 7.auth.otp
  test('creates an account, unless the client forbids it', async () => {
    const [email, uninvited] = [newAddress(), newAddress()]
    const client = newClient()
    const data = { role: 'facility', full_name: 'Olga' }
    await expectAuthData(client.auth.signInWithOtp({ email: email, options: { data } }))
    const { token } = await nextMail(email, 'magic-link')
    sessionIn(await verify({ type: 'email', token_hash: token }))
    assert.deepEqual(await roleOf(email), [{ role: 'facility' }])
    const options = { shouldCreateUser: false }
    await expectAuthData(client.auth.signInWithOtp({ email: uninvited, options }))
    assert.equal(await countMails(uninvited, 'magic-link'), 0)
    assert.deepEqual(await roleOf(uninvited), [])
  })
})

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })

suite('a key set with two keys', () => {
  // @covers 7.auth.key-set
  test('publishes both public keys', async () => {
    const reply = await authCall('GET /.well-known/jwks.json')
    const { keys } = keySet.parse(jsonIn(reply))
    assert.deepEqual(
      keys.map(({ kid }) => kid),
      ['newer', 'older'],
    )
    assert.ok(keys.every((key) => !('d' in key)))
  })

  test('signs with the newest key and verifies with both, here and in supabase-js', async () => {
    const person = await createPasswordUser()
    const { client, session } = await signIn(person)
    const { claims, header } = expectPresent(await expectAuthData(client.auth.getClaims()))
    assert.deepEqual([header.kid, header.alg, claims.sub], ['newer', 'ES256', person.id])
    const { session_id } = claimsIn(session.access_token)
    const [newer, older] = signingKeys
    assert.ok(newer && older)
    const token = signWith(older, claimsOf(person.id, { session_id }))
    assert.equal((await getUser(token)).status, 200)
    const verified = expectPresent(await expectAuthData(client.auth.getClaims(token)))
    assert.deepEqual([verified.header.kid, verified.claims.sub], ['older', person.id])
    const mixed = signWith({ ...newer, kid: 'older' }, claimsOf(person.id, { session_id }))
    expectRefusal(await getUser(mixed), 403, 'bad_jwt')
  })
})

test('GET /settings shows that sign-up is open', async () => {
  const { text } = await authCall('GET /settings')
  assert.match(text, /"disable_signup":false/)
})
