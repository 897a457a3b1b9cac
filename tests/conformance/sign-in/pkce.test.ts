// Checks PKCE links, which work only in the browser that requested them.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import { sendRequest } from '../support/http-request.ts'
import { authCall, type CallName, expectRefusal, sessionIn } from '../support/auth-call.ts'
import { query } from '../support/database.ts'
import { nextMail } from '../support/mailbox.ts'
import {
  expectAuthData,
  expectAuthError,
  newClient,
  createPasswordUser,
  expectPresent,
  signIn,
} from '../support/people.ts'
import { target } from '../support/target.ts'

const back = `${target.url}/back`

async function codeFrom(email: string, kind: 'magic-link' | 'recovery') {
  const { link } = await nextMail(email, kind)
  const { pathname, search } = expectPresent(link)
  const { headers, status } = await sendRequest(`${pathname}${search}`)
  assert.equal(status, 303)
  const landing = new URL(headers.location ?? '')
  assert.equal(landing.hash, '')
  return expectPresent(landing.searchParams.get('code'))
}

function secret() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

async function codeAndVerifier(email: string, name: CallName = 'POST /otp') {
  const { verifier, challenge: code_challenge } = secret()
  const body = { email, code_challenge, code_challenge_method: 's256' }
  assert.equal((await authCall(name, { body })).status, 200)
  const kind = name === 'POST /otp' ? 'magic-link' : 'recovery'
  return { code: await codeFrom(email, kind), verifier }
}

const exchange = (auth_code: unknown, code_verifier: unknown) =>
  authCall('POST /token?grant_type=pkce', { body: { auth_code, code_verifier } })

suite('a PKCE link, through supabase-js', () => {
  // @covers 7.auth.token-pkce
  test('signs in the browser that requested it', async () => {
    const { id, email } = await createPasswordUser()
    const client = newClient({ flowType: 'pkce' })
    const options = { emailRedirectTo: back }
    await expectAuthData(client.auth.signInWithOtp({ email, options }))
    const code = await codeFrom(email, 'magic-link')
    const { user } = await expectAuthData(client.auth.exchangeCodeForSession(code))
    assert.equal(user.id, id)
    assert.equal((await expectAuthData(client.auth.getUser())).user.id, id)
  })

  test('lets that browser set a new password', async () => {
    const { email } = await createPasswordUser()
    const client = newClient({ flowType: 'pkce' })
    await expectAuthData(client.auth.resetPasswordForEmail(email, { redirectTo: back }))
    await expectAuthData(client.auth.exchangeCodeForSession(await codeFrom(email, 'recovery')))
    await expectAuthData(client.auth.updateUser({ password: 'a third gate to mend' }))
    await expectAuthData(
      newClient().auth.signInWithPassword({ email, password: 'a third gate to mend' }),
    )
  })

  test('is refused in another browser', async () => {
    const { email } = await createPasswordUser()
    const [own, other] = [newClient({ flowType: 'pkce' }), newClient({ flowType: 'pkce' })]
    await expectAuthData(own.auth.signInWithOtp({ email }))
    await expectAuthData(other.auth.signInWithOtp({ email: 'nobody@example.test' }))
    const code = await codeFrom(email, 'magic-link')
    await expectAuthError(other.auth.exchangeCodeForSession(code), 400, 'bad_code_verifier')
  })
})

suite('POST /token with a code', () => {
  test('gives one session', async () => {
    const { email } = await createPasswordUser()
    for (const name of ['POST /otp', 'POST /recover'] as const) {
      const { code, verifier } = await codeAndVerifier(email, name)
      assert.equal(sessionIn(await exchange(code, verifier)).user.email, email)
      expectRefusal(await exchange(code, verifier), 404, 'flow_state_not_found')
    }
  })

  test('gives one session if it is used many times at once', async () => {
    const { id, email } = await createPasswordUser()
    const { code, verifier } = await codeAndVerifier(email)
    const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(code, verifier)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal((await query('select from auth.sessions where user_id = $1', [id])).length, 1)
  })

  test('is invalid after one attempt with a wrong verifier', async () => {
    const { email } = await createPasswordUser()
    const { code, verifier } = await codeAndVerifier(email)
    expectRefusal(await exchange(code, secret().verifier), 400, 'bad_code_verifier')
    expectRefusal(await exchange(code, verifier), 404, 'flow_state_not_found')
  })

  test('does not accept the challenge as verifier', async () => {
    const { email } = await createPasswordUser()
    const { code, verifier } = await codeAndVerifier(email)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    expectRefusal(await exchange(code, challenge), 400, 'bad_code_verifier')
  })

  test('expires after 5 minutes', async () => {
    for (const [age, isValid] of [
      ['4 minutes', true],
      ['301 seconds', false],
    ] as const) {
      const { id, email } = await createPasswordUser()
      const { code, verifier } = await codeAndVerifier(email)
      await query(
        `update auth.flow_state set auth_code_issued_at = now() - $2::interval where user_id = $1`,
        [id, age],
      )
      const reply = await exchange(code, verifier)
      if (isValid) sessionIn(reply)
      else expectRefusal(reply, 403, 'flow_state_expired')
    }
  })

  test('is refused for accounts that were banned since', async () => {
    const { id, email } = await createPasswordUser()
    const { code, verifier } = await codeAndVerifier(email)
    await query(`update auth.users set banned_until = 'infinity' where id = $1`, [id])
    expectRefusal(await exchange(code, verifier), 400, 'user_banned')
  })

  test('is invalid after a change of the password', async () => {
    const person = await createPasswordUser()
    const { code, verifier } = await codeAndVerifier(person.email)
    const { client } = await signIn(person)
    await expectAuthData(client.auth.updateUser({ password: 'nobody else is in here' }))
    expectRefusal(await exchange(code, verifier), 404, 'flow_state_not_found')
  })

  test('refuses an invalid code or verifier', async () => {
    const { email } = await createPasswordUser()
    const { code, verifier } = await codeAndVerifier(email)
    const bad: [unknown, unknown, number, string][] = [
      ['', verifier, 400, 'validation_failed'],
      [code, '', 400, 'validation_failed'],
      [code, null, 400, 'validation_failed'],
      [7, verifier, 400, 'validation_failed'],
      [code, [verifier], 400, 'validation_failed'],
      [crypto.randomUUID(), verifier, 404, 'flow_state_not_found'],
      ['%', verifier, 404, 'flow_state_not_found'],
      ['\u0000', verifier, 404, 'flow_state_not_found'],
    ]
    for (const [authCode, proof, status, word] of bad)
      expectRefusal(await exchange(authCode, proof), status, word)
    sessionIn(await exchange(code, verifier))
  })

  test('needs a valid challenge', async () => {
    const { email } = await createPasswordUser()
    const bad = [
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: secret().challenge },
      { code_challenge_method: 's256' },
      { code_challenge: secret().challenge, code_challenge_method: 'none' },
      { code_challenge: secret().challenge, code_challenge_method: 'plain' },
      { code_challenge: secret().challenge, code_challenge_method: 'PLAIN' },
      { code_challenge: `${secret().challenge}\u0000`, code_challenge_method: 's256' },
      { code_challenge: 'x'.repeat(129), code_challenge_method: 's256' },
    ]
    for (const challenge of bad) {
      const body = { email, ...challenge }
      expectRefusal(await authCall('POST /otp', { body }), 400, 'validation_failed')
      expectRefusal(await authCall('POST /recover', { body }), 400, 'validation_failed')
    }
  })
})
