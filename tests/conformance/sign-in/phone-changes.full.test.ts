// Changes the phone number of existing accounts, and sends invalid numbers.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { startSmsServer } from '../support/sms-server.ts'

const { countSms, nextSms, nextCodes } = await startSmsServer({ settings: { SIGNUP: 'open' } })

const { authCall, expectRefusal, sessionIn, getUser } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { countMails, nextMail } = await import('../support/mailbox.ts')
const { expectAuthData, expectAuthError, newClient, createPasswordUser, signIn } =
  await import('../support/people.ts')
const { admin } = await import('../support/admin-api.ts')
const { createUserWithPhone, newNumber, password, signInByPhone } =
  await import('../support/phones.ts')

const post = (
  path: 'signup' | 'otp' | 'verify' | 'resend' | 'token?grant_type=password',
  body: object,
) => authCall(`POST /${path}`, { body })

suite('the phone number of a signed-in user', () => {
  test('changes by a code to the new one, and the mailbox is notified', async () => {
    const person = await createPasswordUser()
    const { client } = await signIn(person)
    const phone = newNumber()
    const { user: changed } = await expectAuthData(client.auth.updateUser({ phone: `+${phone}` }))
    assert.deepEqual([changed?.phone, changed?.new_phone], ['', phone])
    const { body, code: token } = await nextSms(phone)
    assert.match(body, /confirms this number/)
    expectRefusal(await post('verify', { type: 'sms', phone, token }), 403, 'otp_expired')
    const { user } = await expectAuthData(
      client.auth.verifyOtp({ phone, token, type: 'phone_change' }),
    )
    assert.deepEqual([user?.id, user?.phone, user?.new_phone], [person.id, phone, undefined])
    assert.deepEqual(user?.app_metadata['providers'], ['email', 'phone'])
    await nextMail(person.email, 'phone-changed')
    const credentials = { phone, password: person.password }
    await expectAuthData(newClient().auth.signInWithPassword(credentials))
    const contact = await query('select phone from app.contacts where user_id = $1', [person.id])
    assert.deepEqual(contact, [{ phone }])
  })

  test('is confirmed only by the newest code, even after a repeated request', async () => {
    const { client } = await signIn(await createPasswordUser())
    const [one, other] = [newNumber(), newNumber()]
    await expectAuthData(client.auth.updateUser({ phone: one }))
    const { code: first } = await nextSms(one)
    await expectAuthData(client.auth.updateUser({ phone: other }))
    await nextSms(other)
    const old = { type: 'phone_change', phone: one, token: first }
    expectRefusal(await post('verify', old), 403, 'otp_expired')
    await expectAuthData(client.auth.resend({ type: 'phone_change', phone: other }))
    const { code: token } = await nextSms(other)
    sessionIn(await post('verify', { type: 'phone_change', phone: other, token }))
  })

  test('is not an earlier requested one, even if its code is still in transit', async () => {
    const person = await createPasswordUser()
    const { client } = await signIn(person)
    const phone = newNumber()
    await expectAuthData(client.auth.updateUser({ phone }))
    const { code: token } = await nextSms(phone)
    await query('update auth.users set phone_change = $2 where id = $1', [person.id, newNumber()])
    expectRefusal(await post('verify', { type: 'phone_change', phone, token }), 403, 'otp_expired')
  })

  test("cannot become another user's, and no response reveals that", async () => {
    const { phone = '' } = await createUserWithPhone()
    const { client } = await signIn(await createPasswordUser())
    const { user } = await expectAuthData(client.auth.updateUser({ phone }))
    assert.equal(user?.new_phone, phone)
    assert.equal(await countSms(phone), 0)
  })

  test('may be one that another account has not confirmed, which loses it', async () => {
    const phone = newNumber()
    await post('signup', { phone, password })
    await nextSms(phone)
    const person = await createPasswordUser()
    const { client } = await signIn(person)
    await expectAuthData(client.auth.updateUser({ phone }))
    const { code: token } = await nextSms(phone)
    const { user } = await expectAuthData(
      client.auth.verifyOtp({ phone, token, type: 'phone_change' }),
    )
    assert.deepEqual([user?.id, user?.phone], [person.id, phone])
    const holders = await query('select id from auth.users where phone = $1', [phone])
    assert.deepEqual(holders, [{ id: person.id }])
    const named = await query(
      `select user_id from auth.identities where provider = 'phone' and identity_data ->> 'phone' = $1`,
      [phone],
    )
    assert.deepEqual(named, [{ user_id: person.id }])
    const contacts = await query('select user_id from app.contacts where phone = $1', [phone])
    assert.deepEqual(contacts, [{ user_id: person.id }])
  })

  test('belongs to the user who confirmed it first', async () => {
    const phone = newNumber()
    const [one, other] = [
      await signIn(await createPasswordUser()),
      await signIn(await createPasswordUser()),
    ]
    await expectAuthData(one.client.auth.updateUser({ phone }))
    const { code: first } = await nextSms(phone)
    await expectAuthData(other.client.auth.updateUser({ phone }))
    const { code: second } = await nextSms(phone)
    const verify = (token: string) => post('verify', { type: 'phone_change', phone, token })
    sessionIn(await verify(second))
    expectRefusal(await verify(first), 422, 'phone_exists')
  })

  test('is discarded with the session that requested it', async () => {
    const { client, session } = await signIn(await createPasswordUser())
    const phone = newNumber()
    await expectAuthData(client.auth.updateUser({ phone }))
    const { code: token } = await nextSms(phone)
    await client.auth.signOut()
    expectRefusal(await post('verify', { type: 'phone_change', phone, token }), 403, 'otp_expired')
    expectRefusal(await getUser(session.access_token), 403, 'session_not_found')
  })

  test("confirms the user's identity if there is no address", async () => {
    const { phone = '' } = await createUserWithPhone()
    const { client, session } = await signInByPhone(phone)
    await query(
      `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`,
      [session.user.id],
    )
    const change = { password: 'another gate and hinge' }
    await expectAuthError(client.auth.updateUser(change), 400, 'reauthentication_needed')
    await expectAuthData(client.auth.reauthenticate())
    const { code: nonce, wrong } = await nextCodes(phone)
    const withWrongNonce = client.auth.updateUser({ ...change, nonce: wrong })
    await expectAuthError(withWrongNonce, 422, 'reauthentication_not_valid')
    await expectAuthData(client.auth.updateUser({ ...change, nonce }))
  })
})

suite('with the service role key', () => {
  test('an account is created with a number, found by it, and gets another', async () => {
    const {
      id,
      phone = '',
      email,
    } = await createUserWithPhone({ email: `${newNumber()}@example.test` })
    const [formatted, other] = [newNumber(), newNumber()]
    const changedUser = await expectAuthData(
      admin.updateUserById(id, { phone: `+${formatted.slice(0, 4)} ${formatted.slice(4)}` }),
    )
    assert.deepEqual([changedUser.user?.phone, changedUser.user?.email], [formatted, email])
    await signInByPhone(formatted)
    const reply = await post('token?grant_type=password', { phone, password })
    expectRefusal(reply, 400, 'invalid_credentials')
    const { users } = await expectAuthData(admin.listUsers({ perPage: 1000 }))
    assert.equal(users.find((user) => user.phone === formatted)?.id, id)
    await expectAuthError(admin.updateUserById(id, { phone: '112' }), 400, 'validation_failed')
    const existing = await createUserWithPhone({ phone: other })
    await expectAuthError(admin.updateUserById(id, { phone: other }), 422, 'phone_exists')
    const duplicate = admin.createUser({ phone: existing.phone ?? '', password })
    await expectAuthError(duplicate, 422, 'phone_exists')
    await expectAuthError(admin.createUser({ phone: 'ana', password }), 400, 'validation_failed')
    const own = admin.createUser({ phone: newNumber(), password: '12345678' })
    await expectAuthError(own, 422, 'weak_password')
  })

  test('a number cannot be used for sign-in until it is confirmed', async () => {
    const { id, phone = '' } = await createUserWithPhone({ phone_confirm: false })
    const reply = await post('token?grant_type=password', { phone, password })
    expectRefusal(reply, 400, 'phone_not_confirmed')
    const { user } = await expectAuthData(admin.updateUserById(id, { phone_confirm: true }))
    assert.ok(user?.phone_confirmed_at)
    await signInByPhone(phone)
  })

  test('a number added to a confirmed address keeps the password', async () => {
    const email = `${newNumber()}@example.test`
    await post('signup', { email, password })
    const { code } = await nextMail(email, 'confirmation')
    const { user } = sessionIn(await post('verify', { type: 'email', email, token: code }))
    const phone = newNumber()
    await expectAuthData(admin.updateUserById(user.id, { phone }))
    await post('otp', { phone })
    const { code: token } = await nextSms(phone)
    sessionIn(await post('verify', { type: 'sms', phone, token }))
    sessionIn(await post('token?grant_type=password', { email, password }))
  })
})

test('no JSON causes an internal error', async () => {
  const anyText = fc.oneof(fc.constantFrom('sms', 'phone_change', '+15005550006'), fc.string())
  const value = fc.oneof(anyText, fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }))
  const fields = ['phone', 'channel', 'type', 'token', 'password', 'data', 'create_user'] as const
  const body = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 5 })
  const paths = ['signup', 'otp', 'verify', 'resend', 'token?grant_type=password'] as const
  const property = fc.asyncProperty(fc.constantFrom(...paths), body, async (path, given) => {
    const { status, text } = await post(path, given)
    assert.ok(status < 500, `${status} ${text}`)
  })
  await fc.assert(property, { numRuns: 300, endOnFailure: true })
})

suite('invalid numbers', () => {
  const numbers = ['', '+', '0', '911', '+0049301234567', '004930123456', '+1 (500) 555-0006']
  const more = [
    '+1500555000612345',
    'ana',
    '+١٥٠٠٥٥٥٠٠٠٦',
    '+15005550006\u0000',
    '1e10',
    '+1500555\n0006',
  ]
  const calls: [Parameters<typeof post>[0], object][] = [
    ['signup', { password }],
    ['otp', {}],
    ['verify', { type: 'sms', token: '123456' }],
    ['verify', { type: 'phone_change', token: '123456' }],
    ['resend', { type: 'sms' }],
    ['resend', { type: 'phone_change' }],
  ]
  for (const [path, body] of calls)
    test(`are refused by ${path} ${JSON.stringify(body)}`, async () => {
      for (const phone of [...numbers, ...more].slice(1))
        expectRefusal(await post(path, { ...body, phone }), 400, 'validation_failed')
    })

  test('match no account at a sign-in by password', async () => {
    for (const phone of [...numbers, ...more].slice(1)) {
      const reply = await post('token?grant_type=password', { phone, password })
      expectRefusal(reply, 400, 'invalid_credentials')
    }
  })

  test('are refused as a change, like an unknown channel', async () => {
    const { client } = await signIn(await createPasswordUser())
    await expectAuthError(client.auth.updateUser({ phone: 'ana' }), 400, 'validation_failed')
    const phone = newNumber()
    const otherChannel = { phone, options: { channel: 'whatsapp' as const } }
    await expectAuthError(client.auth.signInWithOtp(otherChannel), 400, 'validation_failed')
    await expectAuthError(
      client.auth.signUp({ ...otherChannel, password }),
      400,
      'validation_failed',
    )
    expectRefusal(await post('otp', { phone, channel: 'pigeon' }), 400, 'validation_failed')
  })

  test('include those with an address, an unknown type or a hash', async () => {
    const phone = newNumber()
    const email = 'ana@facility.example'
    const token = '123456'
    for (const [path, body] of [
      ['signup', { phone, email, password }],
      ['otp', { phone, email }],
      ['token?grant_type=password', { phone, email, password }],
      ['verify', { phone, email, type: 'sms', token }],
      ['verify', { phone, type: 'email', token }],
      ['verify', { phone, type: 'sms' }],
      ['verify', { phone, type: 'sms', token_hash: 'x' }],
      ['verify', { type: 'sms', token }],
      ['resend', { type: 'sms' }],
    ] as const)
      expectRefusal(await post(path, body), 400, 'validation_failed')
  })
})

test('an account without an address gets no email', async () => {
  const { phone = '' } = await createUserWithPhone()
  const { client } = await signInByPhone(phone)
  await expectAuthData(client.auth.updateUser({ password: 'another gate and hinge' }))
  assert.equal(await countMails(phone, 'password-changed'), 0)
})
