// The server trusts this test as a proxy, so the test can choose the network address of each attempt.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startOwnServer } from '../support/own-server.ts'

await startOwnServer({ settings: { TRUSTED_PROXIES: '127.0.0.1' }, withLimits: true })

const { authCall, newerVersionHeader, expectTextCodeRefusal, expectRefusal, sessionIn } =
  await import('../support/auth-call.ts')
const { query } = await import('../support/database.ts')
const { nextMail } = await import('../support/mailbox.ts')
const { createPasswordUser } = await import('../support/people.ts')
const {
  countOf,
  expectRateLimit,
  fail,
  from,
  moveLimitsBack,
  newIpAddress,
  post,
  signIn,
  unknown,
  verify,
} = await import('../support/sign-in-attempts.ts')

suite('10 failures in 5 minutes', () => {
  test('lock an account, known or not, for all network addresses', async () => {
    const { email, password } = await createPasswordUser()
    const messages: string[] = []
    for (const address of [email, unknown()]) {
      await fail(10, address)
      const reply = await signIn(address, password)
      expectRateLimit(reply, 300)
      messages.push(reply.text)
      const newerReply = await authCall('POST /token?grant_type=password', {
        body: { email: address, password },
        headers: { ...from(newIpAddress()), ...newerVersionHeader },
      })
      expectTextCodeRefusal(newerReply, 429, 'over_request_rate_limit')
      assert.match(String(newerReply.headers['retry-after']), /^\d+$/)
    }
    assert.equal(messages[0], messages[1])
  })

  test('count if they come at once', async () => {
    const { email } = await createPasswordUser()
    const replies = await Promise.all(Array.from({ length: 30 }, () => signIn(email, 'wrong')))
    assert.deepEqual([countOf(replies, 400), countOf(replies, 429)], [10, 20])
  })

  test('count together for every spelling of the address', async () => {
    const { email, password } = await createPasswordUser()
    await fail(5, email)
    await fail(5, email.toUpperCase())
    expectRateLimit(await signIn(email, password), 300)
  })

  test('are forgotten after 5 minutes', async () => {
    const { email, password } = await createPasswordUser()
    await fail(10, email)
    await moveLimitsBack(200, email)
    expectRateLimit(await signIn(email, password), 100)
    await moveLimitsBack(101, email)
    sessionIn(await signIn(email, password))
  })

  test('do not lock out a user on a known network address', async () => {
    const { email, password } = await createPasswordUser()
    const homeAddress = newIpAddress()
    sessionIn(await signIn(email, password, homeAddress))
    await fail(10, email)
    expectRateLimit(await signIn(email, password), 300)
    sessionIn(await signIn(email, password, homeAddress))
    await fail(10, email, homeAddress)
    expectRateLimit(await signIn(email, password, homeAddress), 300)
  })

  test('do not include successes', async () => {
    const { email, password } = await createPasswordUser()
    for (let count = 0; count < 11; count += 1) sessionIn(await signIn(email, password))
    await fail(1, email)
  })
})

suite('100 failures in 5 minutes', () => {
  test('lock a network address, whatever headers it sends', async () => {
    const { email, password } = await createPasswordUser()
    const address = newIpAddress()
    const claims = () => `${newIpAddress()}, ${address}`
    // Wrong codes and passwords share one limit, which still allows the first attempt for each account.
    const replies = await Promise.all([
      ...Array.from({ length: 95 }, () => verify(unknown(), 'x', claims())),
      ...Array.from({ length: 5 }, () => signIn(unknown(), 'wrong', claims())),
    ])
    assert.deepEqual([countOf(replies, 403), countOf(replies, 400)], [95, 5])
    await fail(1, email)
    expectRateLimit(await signIn(email, password, address), 300)
    expectRateLimit(await signIn(unknown(), 'wrong', address), 300)
    sessionIn(await signIn(email, password))
    await moveLimitsBack(301, address)
    sessionIn(await signIn(email, password, address))
  })

  test('count for a whole IPv6 network', async () => {
    const network = '2001:db8:77:1'
    const attempts = Array.from({ length: 203 }, (_, index) =>
      verify(unknown(), 'x', `${network}:${index}::${index}`),
    )
    assert.equal(countOf(await Promise.all(attempts), 429), 3)
    expectRateLimit(await signIn(unknown(), 'x', `${network}::ffff`), 300)
    expectRefusal(await signIn(unknown(), 'x', '2001:db8:77:2::1'), 400, 'invalid_credentials')
  })
})

suite('codes', () => {
  test('may be tried 10 times in 5 minutes, for a known address and an unknown one', async () => {
    const { email } = await createPasswordUser()
    await post('POST /otp', { email })
    const { code } = await nextMail(email, 'magic-link')
    for (const address of [email, unknown()]) {
      const replies = await Promise.all(Array.from({ length: 25 }, () => verify(address, 'x')))
      assert.deepEqual([countOf(replies, 403), countOf(replies, 429)], [10, 15])
    }
    expectRateLimit(await verify(email, code), 300)
    await moveLimitsBack(301, email)
    sessionIn(await verify(email, code))
  })

  test('tried by strangers do not stop a user from choosing a new password', async () => {
    const { email, password } = await createPasswordUser()
    const { access_token: token } = sessionIn(await signIn(email, password))
    await Promise.all(Array.from({ length: 12 }, () => verify(email, 'x')))
    const reply = await authCall('PUT /user', {
      token,
      body: { password: 'a newer hinge of brass', current_password: password },
      headers: from(newIpAddress()),
    })
    assert.equal(reply.status, 200, reply.text)
  })

  test('and current passwords for a confirmation count, too', async () => {
    const { email, password } = await createPasswordUser()
    const { access_token: token } = sessionIn(await signIn(email, password))
    const change = (current: string) =>
      authCall('PUT /user', {
        token,
        body: { password: 'a newer hinge of brass', current_password: current },
        headers: from(newIpAddress()),
      })
    const replies = await Promise.all(Array.from({ length: 15 }, () => change('wrong')))
    assert.deepEqual([countOf(replies, 400), countOf(replies, 429)], [10, 5])
    expectRateLimit(await change(password), 300)
  })
})

suite('mails', () => {
  const code = 'over_email_send_rate_limit'

  test('go to one address once a minute, known or not', async () => {
    const { email } = await createPasswordUser()
    const messages: string[] = []
    for (const address of [email, unknown()]) {
      assert.equal((await post('POST /otp', { email: address })).status, 200)
      for (const [name, body] of [
        ['POST /otp', { email: address }],
        ['POST /recover', { email: address.toUpperCase() }],
        ['POST /resend', { email: address, type: 'signup' }],
      ] as const) {
        const msg = expectRateLimit(await post(name, body), 60, code)
        messages.push(msg.replaceAll(/\d+/g, 'N'))
      }
      await moveLimitsBack(61, address)
      assert.equal((await post('POST /recover', { email: address })).status, 200)
    }
    assert.equal(new Set(messages).size, 1)
  })

  test('stay within the limit if they are requested at once', async () => {
    const email = unknown()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => post('POST /recover', { email })),
    )
    assert.deepEqual([countOf(replies, 200), countOf(replies, 429)], [1, 9])
  })

  test('are 30 an hour for a network address', async () => {
    const address = newIpAddress()
    const requestCode = () => post('POST /otp', { email: unknown() }, address)
    const replies = await Promise.all(Array.from({ length: 32 }, requestCode))
    assert.deepEqual([countOf(replies, 200), countOf(replies, 429)], [30, 2])
    expectRateLimit(await requestCode(), 3600, code)
  })

  test('count for the address that they confirm', async () => {
    const { email, password } = await createPasswordUser()
    const { access_token: token } = sessionIn(await signIn(email, password))
    const newEmail = unknown()
    const change = () =>
      authCall('PUT /user', { token, body: { email: newEmail }, headers: from(newIpAddress()) })
    assert.equal((await change()).status, 200)
    expectRateLimit(await change(), 60, code)
  })
})

suite('behind a proxy', () => {
  test('an address with a port, or an invalid one, locks nobody out', async () => {
    const { email, password } = await createPasswordUser()
    for (const address of ['203.0.113.9:5555', '[2001:db8::9]:443', 'unknown', 'x'.repeat(500)])
      sessionIn(await signIn(email, password, address))
  })
})

suite('successes', () => {
  test('are limited, too', async () => {
    const rows = await query(
      `select value from private.settings where name = 'limit_sign_in_success'`,
    )
    assert.deepEqual(rows, [{ value: '600/60' }])
    await query(`update private.settings set value = '3/60' where name = 'limit_sign_in_success'`)
    const [{ email, password }, address] = [await createPasswordUser(), newIpAddress()]
    for (let count = 0; count < 3; count += 1) sessionIn(await signIn(email, password, address))
    expectRateLimit(await signIn(email, password, address), 60)
    sessionIn(await signIn(email, password))
  })
})
