// Checks that failed sign-ins do not lock out other users at the same network address.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startOwnServer } from '../support/own-server.ts'

await startOwnServer({ settings: { TRUSTED_PROXIES: '127.0.0.1' }, withLimits: true })

const { authCall, expectRefusal, sessionIn } = await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { createPasswordUser } = await import('../support/people.ts')
const { countOf, expectRateLimit, fail, from, newIpAddress, signIn, unknown, useUp, verify } =
  await import('../support/sign-in-attempts.ts')

suite('100 failures at an address', () => {
  // @covers operations.shared-address
  test('of others at the address do not refuse the right password of a user without failures', async () => {
    const [known, stranger, late] = [
      await createPasswordUser(),
      await createPasswordUser(),
      await createPasswordUser(),
    ]
    const address = newIpAddress()
    sessionIn(await signIn(known.email, known.password, address))
    await useUp(address)
    sessionIn(await signIn(stranger.email, stranger.password, address))
    // The first call of useUp used up the address's limit for all attempts. The second call uses up the address's limit
    // that counts only the first attempt for each account.
    await useUp(address)
    expectRateLimit(await signIn(late.email, late.password, address), 300)
    expectRateLimit(await verify(unknown(), 'x', address), 300)
    for (const { email, password } of [known, stranger]) {
      sessionIn(await signIn(email, password, address))
      expectRateLimit(await signIn(email, 'wrong', address), 300)
      sessionIn(await signIn(email, password, address))
    }
  })

  test('do not refuse the code or the current password of a signed-in user', async () => {
    const { email, password } = await createPasswordUser()
    const address = newIpAddress()
    const { access_token: token } = sessionIn(await signIn(email, password))
    await useUp(address)
    await useUp(address)
    const reply = await authCall('PUT /user', {
      token,
      body: { password: 'a newer hinge of brass', current_password: password },
      headers: from(address),
    })
    assert.equal(reply.status, 200, reply.text)
  })

  test('are not reached by attempts for an account that is locked', async () => {
    const { email } = await createPasswordUser()
    const address = newIpAddress()
    await fail(10, email, address)
    const replies = await Promise.all(
      Array.from({ length: 120 }, () => signIn(email, 'wrong', address)),
    )
    assert.equal(countOf(replies, 429), 120)
    expectRefusal(await signIn(unknown(), 'wrong', address), 400, 'invalid_credentials')
  })

  test('leave users of the address a limit of 500, so that one password cannot be tried on all of them', async () => {
    const setLimit = (value: string) =>
      query(`update private.settings set value = $1 where name = 'limit_sign_in_familiar'`, [value])
    const address = newIpAddress()
    const users = await Promise.all(Array.from({ length: 4 }, () => createPasswordUser()))
    for (const { email, password } of users) sessionIn(await signIn(email, password, address))
    await useUp(address)
    const rows = await query(
      `select value from private.settings where name = 'limit_sign_in_familiar'`,
    )
    assert.deepEqual(rows, [{ value: '500/300' }])
    await setLimit('3/300')
    for (const { email } of users.slice(0, 3))
      expectRateLimit(await signIn(email, 'Autumn-2026', address), 300)
    const [, , , last] = users
    expectRateLimit(await signIn(last?.email ?? '', last?.password ?? '', address), 300)
    await setLimit('500/300')
    sessionIn(await signIn(last?.email ?? '', last?.password ?? '', address))
  })
})
