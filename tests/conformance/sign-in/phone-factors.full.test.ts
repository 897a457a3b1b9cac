// Uses a phone number as the second factor.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startSmsServer } from '../support/sms-server.ts'

const { countSms, nextSms, nextCodes } = await startSmsServer()

const { authCall, expectRefusal, sessionIn, getUser } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { nextMail } = await import('../support/mailbox.ts')
const { expectAuthData, claimsIn, expectAuthError, createPasswordUser, expectPresent, signIn } =
  await import('../support/people.ts')
const { newNumber } = await import('../support/phones.ts')
type Client = Awaited<ReturnType<typeof signIn>>['client']

async function enrollPhone(client: Client, phone = newNumber(), friendlyName = 'My phone') {
  const factor = await expectAuthData(
    client.auth.mfa.enroll({ factorType: 'phone', phone: `+${phone}`, friendlyName }),
  )
  assert.ok(factor?.type === 'phone')
  assert.equal(factor.phone, phone)
  return { factorId: factor.id, phone }
}

async function challengeFactor(
  client: Client,
  { factorId, phone }: { factorId: string; phone: string },
) {
  const challenge = await expectAuthData(client.auth.mfa.challenge({ factorId, channel: 'sms' }))
  assert.equal(challenge?.type, 'phone')
  return { factorId, challengeId: expectPresent(challenge).id, ...(await nextCodes(phone)) }
}

async function verifyPhone(client: Client, factor: { factorId: string; phone: string }) {
  const { wrong: _wrong, ...answer } = await challengeFactor(client, factor)
  return expectPresent(await expectAuthData(client.auth.mfa.verify(answer)))
}

async function enrollAndVerify(client: Client) {
  const factor = await enrollPhone(client)
  return { ...factor, session: await verifyPhone(client, factor) }
}

const levelOf = async (client: Client) =>
  expectPresent(await expectAuthData(client.auth.mfa.getAuthenticatorAssuranceLevel()))

suite('a phone number as second factor', () => {
  // @covers sign-in.phone-factor
  test('is active after its first code, raises the session, and its owner gets an email', async () => {
    const person = await createPasswordUser()
    const { client, session } = await signIn(person)
    const factor = await enrollPhone(client)
    assert.equal((await levelOf(client)).nextLevel, 'aal1')
    const verified = await verifyPhone(client, factor)
    const { aal, amr, session_id: id } = claimsIn(verified.access_token)
    assert.deepEqual([aal, id], ['aal2', claimsIn(session.access_token).session_id])
    assert.deepEqual(amr.map(({ method }) => method).toSorted(), ['mfa/phone', 'password'])
    const { phone } = expectPresent(await expectAuthData(client.auth.mfa.listFactors()))
    assert.deepEqual(
      phone.map((item) => [item.id, item.status, item.friendly_name]),
      [[factor.factorId, 'verified', 'My phone']],
    )
    const mail = await nextMail(person.email, 'second-factor-changed')
    assert.match(mail.text, /A phone number for codes was added\./)
  })

  test('gets a message with its purpose, valid for five minutes', async () => {
    const { client } = await signIn(await createPasswordUser())
    const { factorId, phone } = await enrollPhone(client)
    await expectAuthData(client.auth.mfa.challenge({ factorId, channel: 'sms' }))
    const { body } = await nextSms(phone)
    assert.match(
      body,
      /^\d{6} is your .+ code for two-factor authentication\. It expires in 5 minutes\./,
    )
    assert.deepEqual(await query('select from auth.mfa_challenges where otp_code is not null'), [])
  })

  test('is required at the next sign-in, and protects password and number until then', async () => {
    const person = await createPasswordUser()
    const factor = await enrollAndVerify((await signIn(person)).client)
    const { client } = await signIn(person)
    const level = await levelOf(client)
    assert.deepEqual([level.currentLevel, level.nextLevel], ['aal1', 'aal2'])
    for (const change of [{ password: 'another gate and hinge' }, { phone: newNumber() }])
      await expectAuthError(client.auth.updateUser(change), 401, 'insufficient_aal')
    await expectAuthError(client.auth.mfa.unenroll(factor), 422, 'insufficient_aal')
    const more = client.auth.mfa.enroll({ factorType: 'phone', phone: newNumber() })
    await expectAuthError(more, 403, 'insufficient_aal')
    await verifyPhone(client, factor)
    await expectAuthData(client.auth.updateUser({ password: 'another gate and hinge' }))
  })

  test('refuses wrong, used and expired codes, and those of other challenges', async () => {
    const { client } = await signIn(await createPasswordUser())
    const factor = await enrollPhone(client)
    const one = await challengeFactor(client, factor)
    const other = await challengeFactor(client, factor)
    const verify = (challengeId: string, code: string) =>
      client.auth.mfa.verify({ factorId: factor.factorId, challengeId, code })
    for (const code of [one.wrong, other.code, '12345', ` ${one.code}`, `${one.code}\u0000`])
      await expectAuthError(verify(one.challengeId, code), 422, 'mfa_verification_failed')
    await query(
      `update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1`,
      [other.challengeId],
    )
    await expectAuthError(verify(other.challengeId, other.code), 422, 'mfa_challenge_expired')
    await expectAuthData(verify(one.challengeId, one.code))
    await expectAuthError(verify(one.challengeId, one.code), 422, 'mfa_challenge_expired')
  })

  test('accepts a code once, even in parallel', async () => {
    const { client, session } = await signIn(await createPasswordUser())
    const factor = await enrollPhone(client)
    const { challengeId, code } = await challengeFactor(client, factor)
    const body = { challenge_id: challengeId, code }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        authCall(`POST /factors/${factor.factorId}/verify`, { token: session.access_token, body }),
      ),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.ok(replies.every(({ status }) => status === 200 || status === 422))
  })

  test('of another user is not found, and gets no message', async () => {
    const { factorId, phone } = await enrollPhone((await signIn(await createPasswordUser())).client)
    const { session } = await signIn(await createPasswordUser())
    const reply = await authCall(`POST /factors/${factorId}/challenge`, {
      token: session.access_token,
    })
    expectRefusal(reply, 404, 'mfa_factor_not_found')
    assert.equal(await countSms(phone), 0)
  })

  test('is refused if it is invalid, a duplicate, or of another channel', async () => {
    const { client, session } = await signIn(await createPasswordUser())
    const enroll = (body: object) =>
      authCall('POST /factors', { token: session.access_token, body })
    for (const phone of [undefined, null, '', 'ana', '+1 500', 911, ['+15005550006']])
      expectRefusal(await enroll({ factor_type: 'phone', phone }), 400, 'validation_failed')
    const factor = await enrollAndVerify(client)
    const duplicate = client.auth.mfa.enroll({ factorType: 'phone', phone: factor.phone })
    await expectAuthError(duplicate, 422, 'mfa_verified_factor_exists')
    const otherChannel = client.auth.mfa.challenge({
      factorId: factor.factorId,
      channel: 'whatsapp',
    })
    await expectAuthError(otherChannel, 400, 'validation_failed')
  })

  test('can be enrolled again if it was not finished', async () => {
    const { client } = await signIn(await createPasswordUser())
    const { phone } = await enrollPhone(client)
    await verifyPhone(client, await enrollPhone(client, phone, 'Once more'))
  })

  test('lowers the session and ends the others when it is removed', async () => {
    const person = await createPasswordUser()
    const { client } = await signIn(person)
    const factor = await enrollAndVerify(client)
    await nextMail(person.email, 'second-factor-changed')
    const other = await signIn(person)
    const verified = await verifyPhone(other.client, factor)
    await expectAuthData(client.auth.mfa.unenroll({ factorId: factor.factorId }))
    const { session } = await expectAuthData(client.auth.refreshSession())
    assert.equal(claimsIn(expectPresent(session).access_token).aal, 'aal1')
    expectRefusal(await getUser(verified.access_token), 403, 'session_not_found')
    const mail = await nextMail(person.email, 'second-factor-changed')
    assert.match(mail.text, /A phone number for codes was removed\./)
    const reply = await authCall('POST /token?grant_type=password', { body: person })
    assert.equal(claimsIn(sessionIn(reply).access_token).aal, 'aal1')
  })
})
