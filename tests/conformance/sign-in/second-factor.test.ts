import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { codeFor, enrollAndVerify, verifyFactor, enrollApp } from '../support/authenticator.ts'
import { authCall, expectRefusal, refresh, sessionIn, getUser } from '../support/auth-call.ts'
import type { Client } from '../support/clients.ts'
import { query } from '../support/database.ts'
import { nextMail } from '../support/mailbox.ts'
import {
  expectAuthData,
  claimsIn,
  expectAuthError,
  createPasswordUser,
  expectPresent,
  signIn,
} from '../support/people.ts'

async function levelOf({ auth }: Client) {
  return expectPresent(await expectAuthData(auth.mfa.getAuthenticatorAssuranceLevel()))
}

suite('an authenticator app', () => {
  // @covers 7.auth.factors
  test("is enrolled with a QR code, a secret and an address with the user's name", async () => {
    const person = await createPasswordUser()
    const { client } = await signIn(person)
    const app = await enrollApp(client)
    assert.match(app.qr_code, /^data:image\/svg\+xml;utf-8,<svg [^#]+$/)
    assert.match(app.secret, /^[A-Z2-7]{32}$/)
    const uri = new URL(app.uri)
    assert.equal(uri.searchParams.get('secret'), app.secret)
    assert.equal(uri.searchParams.get('issuer'), 'Mendwell')
    assert.equal(decodeURIComponent(uri.pathname), `/Mendwell:${person.email}`)
  })

  // @covers 7.auth.factors-challenge 7.auth.factors-verify
  test('raises the session with its first code, and its owner gets an email', async () => {
    const person = await createPasswordUser()
    const { client, session } = await signIn(person)
    assert.equal((await levelOf(client)).nextLevel, 'aal1')
    const app = await enrollAndVerify(client)
    const { aal, amr, session_id: id } = claimsIn(app.session.access_token)
    assert.equal(aal, 'aal2')
    assert.equal(id, claimsIn(session.access_token).session_id)
    assert.deepEqual(
      amr.map(({ method }) => method),
      ['totp', 'password'],
    )
    const level = await levelOf(client)
    assert.deepEqual([level.currentLevel, level.nextLevel], ['aal2', 'aal2'])
    const { totp } = expectPresent(await expectAuthData(client.auth.mfa.listFactors()))
    assert.deepEqual(
      totp.map((factor) => [factor.id, factor.status]),
      [[app.factorId, 'verified']],
    )
    const mail = await nextMail(person.email, 'second-factor-changed')
    assert.match(mail.text, /authenticator app was added/)
  })

  test('ends sessions without it, and the earlier token', async () => {
    const person = await createPasswordUser()
    const other = await signIn(person)
    const { client, session } = await signIn(person)
    const app = await enrollAndVerify(client)
    expectRefusal(await getUser(other.session.access_token), 403, 'session_not_found')
    expectRefusal(await refresh(session.refresh_token), 400, 'refresh_token_already_used')
    sessionIn(await refresh(app.session.refresh_token))
  })

  test('needs a recent sign-in to be enrolled', async () => {
    const person = await createPasswordUser()
    const { client, session } = await signIn(person)
    await query(`update auth.sessions set created_at = now() - interval '25 hours' where id = $1`, [
      claimsIn(session.access_token).session_id,
    ])
    const late = client.auth.mfa.enroll({ factorType: 'totp' })
    await expectAuthError(late, 400, 'reauthentication_needed')
    await enrollAndVerify((await signIn(person)).client)
  })

  test('is required at the next sign-in, and protects password and address until then', async () => {
    const person = await createPasswordUser()
    const app = await enrollAndVerify((await signIn(person)).client)
    const { client } = await signIn(person)
    const level = await levelOf(client)
    assert.deepEqual([level.currentLevel, level.nextLevel], ['aal1', 'aal2'])
    const password = 'another gate and hinge'
    await expectAuthError(client.auth.updateUser({ password }), 401, 'insufficient_aal')
    await expectAuthError(
      client.auth.updateUser({ email: 'n@example.test' }),
      401,
      'insufficient_aal',
    )
    await expectAuthError(client.auth.mfa.enroll({ factorType: 'totp' }), 403, 'insufficient_aal')
    const { factorId } = app
    await expectAuthError(client.auth.mfa.unenroll({ factorId }), 422, 'insufficient_aal')
    await verifyFactor(client, app, 1)
    await expectAuthData(client.auth.updateUser({ password }))
  })

  test('accepts each code once, even from another session', async () => {
    const person = await createPasswordUser()
    const { client } = await signIn(person)
    const app = await enrollApp(client)
    const code = codeFor(app.secret)
    await expectAuthData(client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code }))
    const otherSession = (await signIn(person)).client
    const { factorId } = app
    const replay = otherSession.auth.mfa.challengeAndVerify({ factorId, code })
    await expectAuthError(replay, 422, 'mfa_verification_failed')
  })

  test('accepts a code once, even in parallel', async () => {
    const { client, session } = await signIn(await createPasswordUser())
    const app = await enrollApp(client)
    const code = codeFor(app.secret)
    const challenges = await Promise.all(
      Array.from({ length: 8 }, () => client.auth.mfa.challenge({ factorId: app.factorId })),
    )
    const results = await Promise.all(
      challenges.map(({ data }) =>
        authCall(`POST /factors/${app.factorId}/verify`, {
          token: session.access_token,
          body: { challenge_id: data?.id, code },
        }),
      ),
    )
    assert.equal(results.filter(({ status }) => status === 200).length, 1)
    assert.ok(results.every(({ status }) => status === 200 || status === 422))
  })

  test('refuses wrong codes, and expired, foreign or unknown challenges', async () => {
    const { client, session } = await signIn(await createPasswordUser())
    const { factorId, secret } = await enrollApp(client)
    const wrong = codeFor(secret) === '000000' ? '000001' : '000000'
    for (const code of [
      wrong,
      '12345',
      '1234567',
      'abcdef',
      '٠٠٠٠٠٠',
      ' 12345',
      `${wrong}\u0000`,
    ]) {
      const attempt = client.auth.mfa.challengeAndVerify({ factorId, code })
      await expectAuthError(attempt, 422, 'mfa_verification_failed')
    }
    const token = session.access_token
    const code = codeFor(secret)
    const verify = (body: object) => authCall(`POST /factors/${factorId}/verify`, { token, body })
    const { id } = expectPresent((await client.auth.mfa.challenge({ factorId })).data)
    await query(
      `update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1`,
      [id],
    )
    expectRefusal(await verify({ challenge_id: id, code }), 422, 'mfa_challenge_expired')
    expectRefusal(await verify({ challenge_id: randomUUID(), code }), 422, 'mfa_factor_not_found')
    expectRefusal(await verify({ challenge_id: 'none', code }), 400, 'validation_failed')
    expectRefusal(await verify({ challenge_id: id }), 400, 'validation_failed')
    expectRefusal(await verify({ code }), 400, 'validation_failed')
  })

  test('of another user is not found', async () => {
    const app = await enrollApp((await signIn(await createPasswordUser())).client)
    const { session } = await signIn(await createPasswordUser())
    const token = session.access_token
    const body = { challenge_id: randomUUID(), code: codeFor(app.secret) }
    for (const factorId of [app.factorId, randomUUID(), 'none', '%00']) {
      const path = `/factors/${factorId}` as const
      expectRefusal(
        await authCall(`POST ${path}/challenge`, { token }),
        404,
        'mfa_factor_not_found',
      )
      expectRefusal(
        await authCall(`POST ${path}/verify`, { token, body }),
        404,
        'mfa_factor_not_found',
      )
      expectRefusal(await authCall(`DELETE ${path}`, { token }), 404, 'mfa_factor_not_found')
    }
  })

  test('is refused with an unknown type, a taken or oversized name, or above the limit', async () => {
    const { client, session } = await signIn(await createPasswordUser())
    const { auth } = client
    const enroll = (body: object) =>
      authCall('POST /factors', { token: session.access_token, body })
    expectRefusal(await enroll({ factor_type: 'phone' }), 422, 'mfa_phone_enroll_not_enabled')
    expectRefusal(await enroll({ factor_type: 'webauthn' }), 422, 'mfa_webauthn_enroll_not_enabled')
    for (const type of [undefined, 'recovery_code', 7, null, ['totp']]) {
      expectRefusal(await enroll({ factor_type: type }), 400, 'validation_failed')
    }
    const endless = { factor_type: 'totp', friendly_name: 'x'.repeat(10_000) }
    expectRefusal(await enroll(endless), 400, 'validation_failed')
    const nul = { factor_type: 'totp', friendly_name: 'a\u0000b' }
    expectRefusal(await enroll(nul), 400, 'validation_failed')
    await enrollAndVerify(client)
    const otherSession = auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    await expectAuthError(otherSession, 422, 'mfa_factor_name_conflict')
    for (let number = 1; number < 10; number += 1) await enrollApp(client, `Phone ${number}`)
    const eleventh = auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' })
    await expectAuthError(eleventh, 422, 'too_many_enrolled_mfa_factors')
  })

  // @covers 7.auth.factors-delete
  test('lowers the session and ends the others when it is removed', async () => {
    const person = await createPasswordUser()
    const { client } = await signIn(person)
    const app = await enrollAndVerify(client)
    const other = await signIn(person)
    const verified = await verifyFactor(other.client, app, 1)
    await expectAuthData(client.auth.mfa.unenroll({ factorId: app.factorId }))
    const { session } = await expectAuthData(client.auth.refreshSession())
    assert.equal(claimsIn(expectPresent(session).access_token).aal, 'aal1')
    expectRefusal(await getUser(verified.access_token), 403, 'session_not_found')
    const otherSession = await signIn(person)
    const level = await levelOf(otherSession.client)
    assert.equal(level.nextLevel, 'aal1')
  })
})
