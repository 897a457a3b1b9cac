// Signs up and signs in with phone numbers on a server with open sign-up.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { until } from '../../support/until.ts'
import { startSmsServer } from '../support/sms-server.ts'

const { countSms, nextSms, running, service, nextCodes } = await startSmsServer({
  settings: { SIGNUP: 'open' },
})

const { authCall, jsonIn, expectRefusal, sessionIn } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { expectAuthData, claimsIn, expectAuthError, newClient, expectPresent } =
  await import('../support/people.ts')
const { createUserWithPhone, newNumber, password, signInByPhone } =
  await import('../support/phones.ts')

const post = (
  path: 'signup' | 'otp' | 'verify' | 'resend' | 'token?grant_type=password',
  body: object,
) => authCall(`POST /${path}`, { body })

suite('a message', () => {
  test('has its code first and its site last, and comes from the configured account', async () => {
    const { phone = '' } = await createUserWithPhone()
    await expectAuthData(newClient().auth.signInWithOtp({ phone: `+${phone}` }))
    const { body, code, from, headers, to } = await nextSms(phone)
    assert.deepEqual([to, from], [`+${phone}`, '+15005550006'])
    assert.match(body, /^\d{6} is your \w+ code to log in\. It expires in 10 minutes\./)
    assert.ok(body.endsWith(`\n\n@127.0.0.1 #${code}`), body)
    assert.ok(body.length <= 160, `${body.length} signs`)
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded;charset=UTF-8')
    assert.equal(headers.authorization, `Basic ${Buffer.from('AC1:a token').toString('base64')}`)
    assert.match(String(headers['idempotency-key']), /^[0-9a-f-]{36}$/)
  })

  test('leaves neither its number nor its code in the log', async () => {
    const { phone = '' } = await createUserWithPhone()
    service.behavior.status = () => 500
    await expectAuthData(newClient().auth.signInWithOtp({ phone }))
    await until(() => running.output.includes('The SMS service answered 500.'))
    delete service.behavior.status
    assert.ok(!running.output.includes(phone))
    assert.doesNotMatch(running.output, /code to log in/)
  })
})

suite('a sign-up by phone', () => {
  // @covers 7.auth.signup-phone 9.phone.channel sign-in.phone
  test('creates an account that a code confirms, through supabase-js', async () => {
    const phone = newNumber()
    const client = newClient()
    const data = { role: 'contractor', full_name: 'Tel New' }
    const signedUp = await expectAuthData(
      client.auth.signUp({ phone: `+${phone}`, password, options: { data } }),
    )
    assert.equal(signedUp.session, null)
    assert.deepEqual([signedUp.user?.phone, signedUp.user?.email], [phone, ''])
    const { body, code: token } = await nextSms(phone)
    assert.match(body, /^\d{6} confirms your new \w+ account and its password\./)
    await expectAuthError(
      client.auth.signInWithPassword({ phone, password }),
      400,
      'phone_not_confirmed',
    )
    const { session, user } = await expectAuthData(
      client.auth.verifyOtp({ phone: `+${phone}`, token, type: 'sms' }),
    )
    assert.equal(user?.id, signedUp.user?.id)
    assert.ok(user?.phone_confirmed_at)
    assert.deepEqual(user.app_metadata['providers'], ['phone'])
    const [identity] = user.identities ?? []
    assert.equal(identity?.provider, 'phone')
    const { phone: confirmedPhone, phone_verified: isVerified } = identity.identity_data ?? {}
    assert.deepEqual([confirmedPhone, isVerified], [phone, true])
    assert.equal(claimsIn(expectPresent(session).access_token)['phone'], phone)
    await signInByPhone(phone)
    assert.deepEqual(
      await query('select p.role from public.profiles p where p.id = $1', [user.id]),
      [{ role: 'contractor' }],
    )
  })

  test('discards the earlier password if it is repeated before a confirmation', async () => {
    const phone = newNumber()
    await post('signup', { phone, password: 'chosen by a stranger' })
    await nextSms(phone)
    await post('signup', { phone, password: 'chosen by the owner' })
    const { code: token } = await nextSms(phone)
    sessionIn(await post('verify', { type: 'sms', phone, token }))
    for (const secret of ['chosen by a stranger', 'chosen by the owner']) {
      const reply = await post('token?grant_type=password', { phone, password: secret })
      expectRefusal(reply, 400, 'invalid_credentials')
    }
  })

  test('responds in the same way for a known number, and sends its owner a code', async () => {
    const { id, phone = '' } = await createUserWithPhone()
    const unknown = newNumber()
    const [one, other] = [
      await post('signup', { phone, password: 'another gate' }),
      await post('signup', { phone: unknown, password: 'another gate' }),
    ]
    const shape = (text: string, number: string) =>
      text
        .replaceAll(number, 'NUMBER')
        .replaceAll(/[0-9a-f-]{36}/g, 'ID')
        .replaceAll(/"\d{4}-[^"]+"/g, 'TIME')
    assert.equal(shape(one.text, phone), shape(other.text, unknown))
    const { code: token } = await nextSms(phone)
    const { user } = sessionIn(await post('verify', { type: 'sms', phone, token }))
    assert.equal(user.id, id)
    await signInByPhone(phone)
  })

  test('sends another code until it is confirmed', async () => {
    const phone = newNumber()
    await post('signup', { phone, password })
    const { code: first } = await nextSms(phone)
    await expectAuthData(newClient().auth.resend({ type: 'sms', phone }))
    const { code: token } = await nextSms(phone)
    expectRefusal(await post('verify', { type: 'sms', phone, token: first }), 403, 'otp_expired')
    sessionIn(await post('verify', { type: 'sms', phone, token }))
    await signInByPhone(phone)
    await post('resend', { type: 'sms', phone })
    assert.equal(await countSms(phone), 2)
  })
})

suite('a code by message', () => {
  // @covers 7.auth.otp 9.otp.creates-user
  test('signs in, and creates a missing account', async () => {
    const phone = newNumber()
    const client = newClient()
    await expectAuthData(
      client.auth.signInWithOtp({ phone, options: { data: { full_name: 'Io' } } }),
    )
    const { code: token } = await nextSms(phone)
    const { user } = await expectAuthData(client.auth.verifyOtp({ phone, token, type: 'sms' }))
    assert.deepEqual(user?.user_metadata, { full_name: 'Io' })
  })

  test('creates no account if the client asks for none', async () => {
    const phone = newNumber()
    const request = { phone, options: { shouldCreateUser: false } }
    await expectAuthData(newClient().auth.signInWithOtp(request))
    assert.equal(await countSms(phone), 0)
    assert.deepEqual(await query('select from auth.users where phone = $1', [phone]), [])
  })

  test('works once, for its number and purpose, and for ten minutes', async () => {
    const { phone = '' } = await createUserWithPhone()
    const { phone: other } = await createUserWithPhone()
    await post('otp', { phone })
    const { code: token, wrong } = await nextCodes(phone)
    for (const body of [
      { type: 'sms', phone, token: wrong },
      { type: 'sms', phone: other, token },
      { type: 'phone_change', phone, token },
    ])
      expectRefusal(await post('verify', body), 403, 'otp_expired')
    sessionIn(await post('verify', { type: 'sms', phone, token }))
    expectRefusal(await post('verify', { type: 'sms', phone, token }), 403, 'otp_expired')
    await post('otp', { phone })
    const { code: late } = await nextSms(phone)
    const minutes = await query(
      `select round(extract(epoch from valid_until - updated_at at time zone 'UTC') / 60)::integer as valid
       from auth.one_time_tokens where relates_to = $1`,
      [phone],
    )
    assert.deepEqual(minutes, [{ valid: 10 }])
    await query('update auth.one_time_tokens set valid_until = now() where relates_to = $1', [
      phone,
    ])
    expectRefusal(await post('verify', { type: 'sms', phone, token: late }), 403, 'otp_expired')
  })

  test('works once, even in parallel', async () => {
    const { phone = '' } = await createUserWithPhone()
    await post('otp', { phone })
    const { code: token } = await nextSms(phone)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => post('verify', { type: 'sms', phone, token })),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.ok(replies.every(({ status }) => status === 200 || status === 403))
  })

  test('of a stranger discards the password that the stranger chose', async () => {
    const phone = newNumber()
    await post('signup', { phone, password })
    await nextSms(phone)
    await post('otp', { phone })
    const { code: token } = await nextSms(phone)
    sessionIn(await post('verify', { type: 'sms', phone, token }))
    const reply = await post('token?grant_type=password', { phone, password })
    expectRefusal(reply, 400, 'invalid_credentials')
  })

  test("keeps no stranger's password when a sign-up is repeated", async () => {
    const phone = newNumber()
    await post('signup', { phone, password })
    await nextSms(phone)
    await post('otp', { phone })
    await nextSms(phone)
    await post('resend', { type: 'sms', phone })
    const { code: token } = await nextSms(phone)
    sessionIn(await post('verify', { type: 'sms', phone, token }))
    const reply = await post('token?grant_type=password', { phone, password })
    expectRefusal(reply, 400, 'invalid_credentials')
  })

  test('is not sent to banned users', async () => {
    const { phone = '' } = await createUserWithPhone({ ban_duration: '1h' })
    assert.equal((await post('otp', { phone })).status, 200)
    assert.equal(await countSms(phone), 0)
  })
})

suite(
  'the response is the same for a known, an unknown, an unconfirmed and a banned number',
  () => {
    const calls: [Parameters<typeof post>[0], object][] = [
      ['token?grant_type=password', { password: 'wrong as it is' }],
      ['otp', {}],
      ['otp', { create_user: false }],
      ['resend', { type: 'sms' }],
      ['resend', { type: 'phone_change' }],
      ['verify', { type: 'sms', token: '12345' }],
      ['verify', { type: 'phone_change', token: '12345' }],
    ]
    for (const [path, body] of calls)
      test(`${path} ${JSON.stringify(body)}`, async () => {
        const people = [{}, { phone_confirm: false }, { ban_duration: '1h' }].map(
          createUserWithPhone,
        )
        const knownPhones = (await Promise.all(people)).map(({ phone = '' }) => phone)
        const texts = new Set<string>()
        for (const phone of [...knownPhones, newNumber()]) {
          const { status, text } = await post(path, { ...body, phone })
          texts.add(`${status} ${text}`)
        }
        assert.equal(texts.size, 1, [...texts].join('\n'))
      })
  },
)

suite('in every spelling', () => {
  test('a number belongs to one account', async () => {
    const { phone = '' } = await createUserWithPhone()
    const formatted = `+${phone.slice(0, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`
    await signInByPhone(formatted)
    await post('otp', { phone: formatted })
    const { code: token } = await nextSms(phone)
    sessionIn(await post('verify', { type: 'sms', phone: formatted, token }))
  })
})

test('GET /settings shows that phone numbers are enabled', async () => {
  const settings = z.looseObject({
    external: z.looseObject({ phone: z.literal(true) }),
    sms_provider: z.literal('twilio'),
    phone_autoconfirm: z.literal(false),
  })
  settings.parse(jsonIn(await authCall('GET /settings')))
})
