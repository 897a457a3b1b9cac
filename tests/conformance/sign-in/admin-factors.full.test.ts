import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { authCall, type CallName, expectRefusal, getUser } from '../support/auth-call.ts'
import { enrollAndVerify } from '../support/authenticator.ts'
import { server } from '../support/clients.ts'
import { nextMail } from '../support/mailbox.ts'
import {
  expectAuthData,
  claimsIn,
  createPasswordUser,
  expectPresent,
  signIn,
} from '../support/people.ts'
import { secrets } from '../support/target.ts'

const { mfa } = server.auth.admin
const call = (name: CallName) => authCall(name, { token: secrets.serviceRoleKey })

async function createUserWithFactor() {
  const person = await createPasswordUser()
  const { client } = await signIn(person)
  const app = await enrollAndVerify(client)
  await nextMail(person.email, 'second-factor-changed')
  return { person, app, client }
}

suite('second factors in the admin API', () => {
  test('are listed', async () => {
    const { person, app } = await createUserWithFactor()
    const { factors } = expectPresent(await expectAuthData(mfa.listFactors({ userId: person.id })))
    assert.deepEqual(
      factors.map(({ id, factor_type: type, status }) => [id, type, status]),
      [[app.factorId, 'totp', 'verified']],
    )
    assert.doesNotMatch(JSON.stringify(factors), new RegExp(app.secret))
  })

  test('can be removed for a user, who gets an email and signs in again', async () => {
    const { person, app } = await createUserWithFactor()
    const removed = await expectAuthData(mfa.deleteFactor({ userId: person.id, id: app.factorId }))
    // supabase-js returns the response inside an object that its types do not declare, so the test searches the JSON.
    assert.match(JSON.stringify(removed), new RegExp(`"id":"${app.factorId}"`))
    expectRefusal(await getUser(app.session.access_token), 403, 'session_not_found')
    const mail = await nextMail(person.email, 'second-factor-changed')
    assert.match(mail.text, /An admin removed it\./)
    const { session } = await signIn(person)
    assert.equal(claimsIn(session.access_token).aal, 'aal1')
    const { factors } = expectPresent(await expectAuthData(mfa.listFactors({ userId: person.id })))
    assert.deepEqual(factors, [])
  })

  test('remove the recovery codes together with the last app', async () => {
    const { person, app } = await createUserWithFactor()
    const request = { token: app.session.access_token, body: {} }
    assert.equal((await authCall('POST /factors/recovery-codes', request)).status, 200)
    await expectAuthData(mfa.deleteFactor({ userId: person.id, id: app.factorId }))
    const { factors } = expectPresent(await expectAuthData(mfa.listFactors({ userId: person.id })))
    assert.deepEqual(factors, [])
  })

  test('of another user, or missing ones, are not found', async () => {
    const { person, app } = await createUserWithFactor()
    const other = await createPasswordUser()
    for (const [owner, factor, code] of [
      [other.id, app.factorId, 'mfa_factor_not_found'],
      [person.id, randomUUID(), 'mfa_factor_not_found'],
      [person.id, 'x', 'validation_failed'],
      [randomUUID(), app.factorId, 'user_not_found'],
      ['x', app.factorId, 'validation_failed'],
    ] as const) {
      const reply = await call(`DELETE /admin/users/${owner}/factors/${factor}`)
      expectRefusal(reply, 404, code)
    }
    expectRefusal(await call(`GET /admin/users/${randomUUID()}/factors`), 404, 'user_not_found')
    assert.equal((await getUser(app.session.access_token)).status, 200)
  })
})
