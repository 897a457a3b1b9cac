import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { until } from '../../support/until.ts'
import { enrollAndVerify } from '../support/authenticator.ts'
import { authCall, expectRefusal } from '../support/auth-call.ts'
import { query } from '../support/database.ts'
import { nextMail } from '../support/mailbox.ts'
import {
  expectAuthData,
  claimsIn,
  expectAuthError,
  createPasswordUser,
  type PasswordUser,
  expectPresent,
  signIn,
} from '../support/people.ts'
import { secrets, target } from '../support/target.ts'

/** supabase-js offers recovery codes only with an experimental option. */
function newClient() {
  return createClient(target.url, secrets.anonKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
  })
}

async function createUserWithApp(person: PasswordUser) {
  const { client } = await signIn(person, newClient())
  return { client, app: await enrollAndVerify(client) }
}

async function createUserWithCodes() {
  const person = await createPasswordUser()
  const { client, app } = await createUserWithApp(person)
  const { codes } = expectPresent(await expectAuthData(client.auth.mfa.recoveryCodes.generate()))
  return { person, client, app, codes }
}

suite('recovery codes', () => {
  test('are ten, shown once and stored as hashes', async () => {
    const { person, client, codes } = await createUserWithCodes()
    assert.equal(new Set(codes).size, 10)
    assert.ok(codes.every((code) => /^([0-9a-z]{4}-){3}[0-9a-z]{4}$/.test(code)))
    const storedText = JSON.stringify(
      await query('select * from private.recovery_codes where user_id = $1', [person.id]),
    )
    assert.ok(
      codes.every(
        (code) => !storedText.includes(code) && !storedText.includes(code.replaceAll('-', '')),
      ),
    )
    const status = await expectAuthData(client.auth.mfa.recoveryCodes.getStatus())
    assert.deepEqual([status?.total, status?.remaining], [10, 10])
    const { recovery_code: listedCodes } = expectPresent(
      await expectAuthData(client.auth.mfa.listFactors()),
    )
    assert.equal(listedCodes.length, 1)
  })

  test('each replace the app once, in every spelling', async () => {
    const { person, codes } = await createUserWithCodes()
    const { client } = await signIn(person, newClient())
    const [first = '', second = ''] = codes
    const session = await expectAuthData(client.auth.mfa.recoveryCodes.verify({ code: first }))
    const claims = claimsIn(expectPresent(session).access_token)
    assert.equal(claims.aal, 'aal2')
    assert.ok(claims.amr.some(({ method }) => method === 'mfa/recovery_code'))
    const otherClient = (await signIn(person, newClient())).client
    const reuse = otherClient.auth.mfa.recoveryCodes.verify({ code: first })
    await expectAuthError(reuse, 422, 'mfa_verification_failed')
    const formatted = ` ${second.toUpperCase().replaceAll('-', ' ')} `
    await expectAuthData(otherClient.auth.mfa.recoveryCodes.verify({ code: formatted }))
    const status = await expectAuthData(otherClient.auth.mfa.recoveryCodes.getStatus())
    assert.equal(status?.remaining, 8)
    // The email about the new authenticator app may arrive before the email about the recovery code.
    await until(async () => {
      const { text } = await nextMail(person.email, 'second-factor-changed')
      return text.includes('recovery code was used')
    })
  })

  test('accepts a code once, even in parallel', async () => {
    const { person, codes } = await createUserWithCodes()
    const { session } = await signIn(person)
    const call = { token: session.access_token, body: { code: codes[0] } }
    const results = await Promise.all(
      Array.from({ length: 8 }, () => authCall('POST /factors/recovery-codes/verify', call)),
    )
    assert.equal(results.filter(({ status }) => status === 200).length, 1)
  })

  test('are replaced as a whole by new ones', async () => {
    const { person, client, codes } = await createUserWithCodes()
    const { recoveryCodes } = client.auth.mfa
    await expectAuthError(recoveryCodes.generate(), 422, 'mfa_verified_factor_exists')
    const fresh = expectPresent(await expectAuthData(recoveryCodes.regenerate()))
    const other = (await signIn(person, newClient())).client.auth.mfa.recoveryCodes
    await expectAuthError(other.verify({ code: codes[1] ?? '' }), 422, 'mfa_verification_failed')
    await expectAuthData(other.verify({ code: fresh.codes[0] ?? '' }))
  })

  test('are created, replaced and removed only after the second factor', async () => {
    const { person, client } = await createUserWithCodes()
    const { session } = await signIn(person)
    const token = session.access_token
    const path = '/factors/recovery-codes'
    expectRefusal(await authCall(`POST ${path}`, { token }), 403, 'insufficient_aal')
    expectRefusal(await authCall(`POST ${path}/regenerate`, { token }), 403, 'insufficient_aal')
    expectRefusal(await authCall(`DELETE ${path}`, { token }), 403, 'insufficient_aal')
    await expectAuthData(client.auth.mfa.recoveryCodes.unenroll())
    expectRefusal(await authCall(`GET ${path}`, { token }), 404, 'mfa_factor_not_found')
  })

  test('do not exist without an app, and go with the last one', async () => {
    const person = await createPasswordUser()
    const { client } = await signIn(person, newClient())
    await expectAuthError(client.auth.mfa.recoveryCodes.generate(), 403, 'insufficient_aal')
    const app = await enrollAndVerify(client)
    await expectAuthData(client.auth.mfa.recoveryCodes.generate())
    await expectAuthData(client.auth.mfa.unenroll({ factorId: app.factorId }))
    await expectAuthError(client.auth.mfa.recoveryCodes.getStatus(), 404, 'mfa_factor_not_found')
  })

  test("that are wrong, another user's or malformed are refused in the same way", async () => {
    const { codes } = await createUserWithCodes()
    const { session } = await signIn(await createPasswordUser())
    const verify = (body: unknown) =>
      authCall('POST /factors/recovery-codes/verify', { token: session.access_token, body })
    for (const code of [codes[0], '0000-0000-0000-0000', 'x', '\u0000', "' or true --"]) {
      expectRefusal(await verify({ code }), 422, 'mfa_verification_failed')
    }
    for (const body of [{}, { code: '' }, { code: 7 }, { code: 'x'.repeat(1000) }, [], 'x']) {
      expectRefusal(await verify(body), 400, 'validation_failed')
    }
    const request = { token: session.access_token, body: { friendly_name: 7 } }
    expectRefusal(await authCall('POST /factors/recovery-codes', request), 400, 'validation_failed')
  })
})
