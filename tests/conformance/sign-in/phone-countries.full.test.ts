// Checks a server whose SMS_COUNTRIES allows only the phone numbers of some countries.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { startSmsServer } from '../support/sms-server.ts'

const { countSms, nextSms } = await startSmsServer({
  settings: { SIGNUP: 'open', SMS_COUNTRIES: '+49,+1555' },
})

const { authCall, jsonIn, expectRefusal } = await import('../support/auth-call.ts')
const { createPasswordUser, signIn } = await import('../support/people.ts')
const { createUserWithPhone, newNumber, password } = await import('../support/phones.ts')

const elsewhere = '882109876543'

suite('messages to a country that is not allowed', () => {
  const calls = [
    ['signup', { password }],
    ['otp', {}],
    ['resend', { type: 'sms' }],
    ['resend', { type: 'phone_change' }],
  ] as const
  for (const [path, body] of calls)
    test(`are refused by ${path} ${JSON.stringify(body)}`, async () => {
      const reply = await authCall(`POST /${path}`, { body: { ...body, phone: `+${elsewhere}` } })
      const { msg } = expectRefusal(reply, 422, 'phone_country_not_served')
      assert.match(msg, /^We send text messages only to numbers that start with \+49, \+1555\. /)
    })

  test('are refused as a change of number, and as a second factor', async () => {
    const { session } = await signIn(await createPasswordUser())
    const token = session.access_token
    const change = await authCall('PUT /user', { token, body: { phone: elsewhere } })
    expectRefusal(change, 422, 'phone_country_not_served')
    const body = { factor_type: 'phone', phone: elsewhere }
    const createdFactor = z.looseObject({ id: z.uuid() })
    const { id } = createdFactor.parse(jsonIn(await authCall('POST /factors', { token, body })))
    const challenge = await authCall(`POST /factors/${id}/challenge`, { token })
    expectRefusal(challenge, 422, 'phone_country_not_served')
    assert.equal(await countSms(elsewhere), 0)
  })
})

test('a number of an allowed country gets its code', async () => {
  const { phone = '' } = await createUserWithPhone({ phone: newNumber() })
  assert.equal((await authCall('POST /otp', { body: { phone } })).status, 200)
  await nextSms(phone)
})
