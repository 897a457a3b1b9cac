// The server trusts this test as a proxy, so the test can choose the network address of each attempt.
import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { z } from 'zod'
import { startSmsServer } from '../support/sms-server.ts'

const { countSms, nextSms } = await startSmsServer({
  settings: { TRUSTED_PROXIES: '127.0.0.1', SIGNUP: 'open' },
  withLimits: true,
})

const { authCall, jsonIn, expectRefusal, sessionIn } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { createPasswordUser, signIn } = await import('../support/people.ts')
const { createUserWithPhone, newNumber, password } = await import('../support/phones.ts')
type Reply = Awaited<ReturnType<typeof authCall>>

let last = 0
/** Returns a network address that no test has used. */
function newIpAddress() {
  last += 1
  return `203.0.113.${last}`
}

const from = (address: string) => ({ 'x-forwarded-for': address })
const otp = (phone: string, address = newIpAddress()) =>
  authCall('POST /otp', { body: { phone }, headers: from(address) })

function expectRateLimit(reply: Reply, max: number) {
  const { msg } = expectRefusal(reply, 429, 'over_sms_send_rate_limit')
  const wait = Number(reply.headers['retry-after'])
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= max, `Retry-After: ${wait}`)
  assert.equal(msg, `For security purposes, you can only request this after ${wait} seconds.`)
}

/** Simulates that this many seconds pass for the limits with this name. */
async function moveLimitsBack(seconds: number, counted: string) {
  await query(
    `update private.address_limits set window_start = window_start - make_interval(secs => $1)
     where name = $2`,
    [seconds, counted],
  )
}

beforeEach(() => query('delete from private.address_limits'))

suite('messages to one number', () => {
  // @covers sign-in.sms-limits
  test('are one a minute and five an hour, known or not, for all network addresses', async () => {
    const { phone: knownPhone = '' } = await createUserWithPhone()
    for (const phone of [knownPhone, newNumber()]) {
      await query('delete from private.address_limits')
      for (let count = 0; count < 5; count += 1) {
        assert.equal((await otp(phone)).status, 200)
        expectRateLimit(await otp(phone), 60)
        await moveLimitsBack(60, 'sms_number')
      }
      expectRateLimit(await otp(phone), 3600)
      await moveLimitsBack(60, 'sms_number')
      await moveLimitsBack(3600, 'sms_number_hour')
      assert.equal((await otp(phone)).status, 200)
    }
  })

  test('count for every purpose, and if they come at once', async () => {
    const phone = newNumber()
    const ask = (path: 'otp' | 'resend' | 'signup', body: object) =>
      authCall(`POST /${path}`, { body: { phone, ...body }, headers: from(newIpAddress()) })
    const replies = await Promise.all([
      ask('otp', {}),
      ask('resend', { type: 'sms' }),
      ask('resend', { type: 'phone_change' }),
      ask('signup', { password }),
    ])
    const refused = replies.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 3)
    for (const reply of refused) expectRateLimit(reply, 60)
  })

  test('that are refused are not sent', async () => {
    const { phone = '' } = await createUserWithPhone()
    await Promise.all([otp(phone), otp(phone), otp(phone)])
    await nextSms(phone)
    assert.equal(await countSms(phone), 1)
  })
})

async function withFactor() {
  const { session } = await signIn(await createPasswordUser())
  const token = session.access_token
  const phone = newNumber()
  const body = { factor_type: 'phone', phone }
  const createdFactor = z.looseObject({ id: z.uuid() })
  const { id } = createdFactor.parse(jsonIn(await authCall('POST /factors', { token, body })))
  const challenge = () =>
    authCall(`POST /factors/${id}/challenge`, { token, headers: from(newIpAddress()) })
  return { id, phone, challenge }
}

suite('messages that', () => {
  // @covers sign-in.sms-limits
  test('one network address requests are ten an hour', async () => {
    const address = newIpAddress()
    for (let count = 0; count < 10; count += 1)
      assert.equal((await otp(newNumber(), address)).status, 200)
    expectRateLimit(await otp(newNumber(), address), 3600)
    assert.equal((await otp(newNumber())).status, 200)
  })

  // @covers sign-in.sms-limits
  test('one account requests are ten an hour, for all network addresses', async () => {
    const { session } = await signIn(await createPasswordUser())
    const change = () =>
      authCall('PUT /user', {
        token: session.access_token,
        body: { phone: newNumber() },
        headers: from(newIpAddress()),
      })
    for (let count = 0; count < 10; count += 1) assert.equal((await change()).status, 200)
    expectRateLimit(await change(), 3600)
  })

  test('all users request are limited by the setting', async () => {
    await query(`update private.settings set value = '3/3600' where name = 'limit_sms_total'`)
    for (let count = 0; count < 3; count += 1) assert.equal((await otp(newNumber())).status, 200)
    expectRateLimit(await otp(newNumber()), 3600)
    await query(`update private.settings set value = '300/3600' where name = 'limit_sms_total'`)
    assert.equal((await otp(newNumber())).status, 200)
  })

  test('a second factor requests count as well', async () => {
    const { challenge, phone } = await withFactor()
    assert.equal((await challenge()).status, 200)
    expectRateLimit(await challenge(), 60)
    expectRateLimit(await otp(phone), 60)
  })
})

test('messages of a confirmed second factor have a separate limit that strangers cannot use up', async () => {
  const { challenge, id, phone } = await withFactor()
  await query(`update auth.mfa_factors set status = 'verified' where id = $1`, [id])
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await otp(phone)).status, 200)
    await moveLimitsBack(60, 'sms_number')
  }
  expectRateLimit(await otp(phone), 3600)
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await challenge()).status, 200)
    expectRateLimit(await challenge(), 60)
    await moveLimitsBack(60, 'sms_factor')
  }
  expectRateLimit(await challenge(), 3600)
})

test('ten wrong codes in five minutes lock a number, known or not', async () => {
  const { phone = '' } = await createUserWithPhone()
  await otp(phone)
  const { code } = await nextSms(phone)
  const wrong = code === '000000' ? '000001' : '000000'
  const verify = (number: string, token: string, address = newIpAddress()) =>
    authCall('POST /verify', {
      body: { type: 'sms', phone: number, token },
      headers: from(address),
    })
  for (const number of [phone, newNumber()]) {
    for (let count = 0; count < 10; count += 1)
      expectRefusal(await verify(number, wrong), 403, 'otp_expired')
    const { msg } = expectRefusal(await verify(number, code), 429, 'over_request_rate_limit')
    assert.equal(msg, 'Request rate limit reached')
  }
  await moveLimitsBack(300, 'code_account')
  sessionIn(await verify(phone, code))
})

test('ten wrong passwords do not lock out a user on a known network address', async () => {
  const { phone = '' } = await createUserWithPhone()
  const signInFrom = (address: string, secret: string) =>
    authCall('POST /token?grant_type=password', {
      body: { phone, password: secret },
      headers: from(address),
    })
  const homeAddress = newIpAddress()
  sessionIn(await signInFrom(homeAddress, password))
  for (let count = 0; count < 10; count += 1)
    expectRefusal(await signInFrom(newIpAddress(), 'wrong'), 400, 'invalid_credentials')
  expectRefusal(await signInFrom(newIpAddress(), password), 429, 'over_request_rate_limit')
  sessionIn(await signInFrom(homeAddress, password))
})
