import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { authCall, expectRefusal, sessionIn, getUser } from '../support/auth-call.ts'
import { query } from '../support/database.ts'
import { countMails, nextMail } from '../support/mailbox.ts'
import {
  expectAuthData,
  expectAuthError,
  newClient,
  createPasswordUser,
  expectPresent,
  sessionIdOf,
  signIn,
} from '../support/people.ts'

const put = (token: string, body: unknown) => authCall('PUT /user', { token, body })
const fresh = 'a hinge that is new'

async function signInNewUser() {
  const person = await createPasswordUser()
  const { client, session } = await signIn(person)
  return { person, client, session, token: session.access_token, id: sessionIdOf(session) }
}

async function ageSession(id: string) {
  await query(
    `update auth.sessions
     set created_at = now() - interval '25 hours', refreshed_at = now() at time zone 'UTC' where id = $1`,
    [id],
  )
}

suite('GET /user', () => {
  // @covers 7.auth.user
  test('returns the account of the token', async () => {
    const { client, person } = await signInNewUser()
    const { user } = await expectAuthData(client.auth.getUser())
    assert.deepEqual([user.id, user.email, user.aud], [person.id, person.email, 'authenticated'])
    assert.equal(expectPresent(user.identities)[0]?.provider, 'email')
  })

  test('shows no password, in no form', async () => {
    const { text } = await getUser((await signInNewUser()).token)
    assert.doesNotMatch(text, /\$2[aby]\$|password|_token/)
  })
})

suite('PUT /user', () => {
  // @covers 7.auth.user-update 3.profiles.metadata
  test('stores user metadata, and removes it', async () => {
    const { client } = await signInNewUser()
    await expectAuthData(client.auth.updateUser({ data: { hue: 'red', size: 7 } }))
    const { user } = await expectAuthData(client.auth.updateUser({ data: { hue: null } }))
    assert.deepEqual([user.user_metadata['hue'], user.user_metadata['size']], [undefined, 7])
  })

  test('cannot set a role, an id, a confirmation or a creation time', async () => {
    const { token, person } = await signInNewUser()
    expectRefusal(await put(token, { app_metadata: { role: 'admin' } }), 403, 'not_admin')
    const fields = { role: 'admin', id: crypto.randomUUID(), email_confirmed_at: null }
    await put(token, { ...fields, aud: 'x', banned_until: null, data: { role: 'admin' } })
    const [kept] = await query(
      `select u.role, u.aud, u.raw_app_meta_data ->> 'role' as given, p.role as place
       from auth.users u join public.profiles p using (id) where id = $1`,
      [person.id],
    )
    const role = 'facility'
    assert.deepEqual(kept, {
      role: 'authenticated',
      aud: 'authenticated',
      given: role,
      place: role,
    })
  })

  test('refuses more than 4 KB of metadata, even in parts', async () => {
    const { token } = await signInNewUser()
    const half = 'x'.repeat(2500)
    assert.equal((await put(token, { data: { one: half } })).status, 200)
    expectRefusal(await put(token, { data: { two: half } }), 400, 'validation_failed')
    expectRefusal(await put(token, { data: { one: half + half } }), 400, 'validation_failed')
    assert.equal((await getUser(token)).status, 200)
  })
})

suite('a new password', () => {
  test('ends all sessions except the current one', async () => {
    const { client, person, token } = await signInNewUser()
    const elsewhere = await signIn(person)
    await expectAuthData(client.auth.updateUser({ password: fresh }))
    assert.equal((await getUser(token)).status, 200)
    expectRefusal(await getUser(elsewhere.session.access_token), 403, 'session_not_found')
    const login = { email: person.email, password: person.password }
    await expectAuthError(newClient().auth.signInWithPassword(login), 400, 'invalid_credentials')
    await signIn({ ...person, password: fresh })
  })

  test('makes earlier links and codes invalid', async () => {
    const { client, person } = await signInNewUser()
    await authCall('POST /recover', { body: { email: person.email } })
    const { token, code } = await nextMail(person.email, 'recovery')
    await expectAuthData(client.auth.updateUser({ password: fresh }))
    for (const proof of [{ token_hash: token }, { email: person.email, token: code }]) {
      const reply = await authCall('POST /verify', { body: { type: 'recovery', ...proof } })
      expectRefusal(reply, 403, 'otp_expired')
    }
  })

  test('is confirmed by an email', async () => {
    const { client, person } = await signInNewUser()
    await expectAuthData(client.auth.updateUser({ password: fresh }))
    const { text } = await nextMail(person.email, 'password-changed')
    assert.ok(text.includes(person.email) && !text.includes(fresh))
  })

  test('has to be new and strong enough', async () => {
    const { token, person } = await signInNewUser()
    const bad: [string, number, string][] = [
      [person.password, 422, 'same_password'],
      ['short', 422, 'weak_password'],
      ['password1', 422, 'weak_password'],
      ['lkjhgfdsa', 422, 'weak_password'],
      [person.email, 422, 'weak_password'],
      [person.email.toUpperCase(), 422, 'weak_password'],
      ['x'.repeat(73), 400, 'validation_failed'],
      ['é'.repeat(37), 400, 'validation_failed'],
      ['a NUL \u0000 within it', 400, 'validation_failed'],
    ]
    for (const [password, status, code] of bad)
      expectRefusal(await put(token, { password }), status, code)
    await signIn(person)
    assert.equal((await put(token, { password: `${'é'.repeat(30)}àüñôçî` })).status, 200)
  })

  test('is refused if it is empty', async () => {
    const { token } = await signInNewUser()
    const { status } = await put(token, { password: '' })
    assert.ok([400, 422].includes(status), String(status))
  })

  test('needs the current password if the session is older than a day', async () => {
    const { token, id, person } = await signInNewUser()
    await ageSession(id)
    expectRefusal(await put(token, { password: fresh }), 400, 'reauthentication_needed')
    const wrong = { password: fresh, current_password: 'not the one' }
    expectRefusal(await put(token, wrong), 400, 'invalid_credentials')
    const right = { password: fresh, current_password: person.password }
    assert.equal((await put(token, right)).status, 200)
  })

  // @covers 7.auth.reauthenticate
  test('can use a code by email instead, for ten minutes, through supabase-js', async () => {
    const { client, token, id, person } = await signInNewUser()
    await ageSession(id)
    const { error } = await client.auth.reauthenticate()
    assert.equal(error, null)
    const { code: nonce, link, text } = await nextMail(person.email, 'reauthentication')
    assert.equal(link, undefined)
    assert.match(text, /10 minutes/)
    const [kept] = await query(
      `select round(extract(epoch from valid_until - now()) / 60)::integer as minutes
       from auth.one_time_tokens where user_id = $1`,
      [person.id],
    )
    assert.deepEqual(kept, { minutes: 10 })
    const wrong = { password: fresh, nonce: nonce === '123456' ? '654321' : '123456' }
    expectRefusal(await put(token, wrong), 422, 'reauthentication_not_valid')
    await expectAuthData(client.auth.updateUser({ password: fresh, nonce }))
    expectRefusal(
      await put(token, { password: 'yet another', nonce }),
      422,
      'reauthentication_not_valid',
    )
  })

  test('cannot use a code of another user or for another purpose', async () => {
    const { client, token, id, person } = await signInNewUser()
    const other = await signInNewUser()
    await ageSession(id)
    assert.equal((await authCall('GET /reauthenticate', { token: other.token })).status, 200)
    const { code: otherCode } = await nextMail(other.person.email, 'reauthentication')
    await expectAuthData(client.auth.signInWithOtp({ email: person.email }))
    const { code: forSignIn } = await nextMail(person.email, 'magic-link')
    for (const nonce of [otherCode, forSignIn])
      expectRefusal(await put(token, { password: fresh, nonce }), 422, 'reauthentication_not_valid')
    assert.equal((await authCall('GET /reauthenticate', { token })).status, 200)
    const { code } = await nextMail(person.email, 'reauthentication')
    for (const type of ['email', 'recovery', 'magiclink'])
      expectRefusal(
        await authCall('POST /verify', { body: { type, email: person.email, token: code } }),
        403,
        'otp_expired',
      )
  })
})

suite('a new address', () => {
  async function requestChange() {
    const signedIn = await signInNewUser()
    const email = `${crypto.randomUUID()}@example.test`
    const { user } = await expectAuthData(signedIn.client.auth.updateUser({ email }))
    return { ...signedIn, email, user, mail: await nextMail(email, 'email-change') }
  }

  test('takes effect once its mailbox is confirmed, and the old one is notified', async () => {
    const { person, email, user, mail } = await requestChange()
    assert.deepEqual([user.email, user.new_email], [person.email, email])
    await signIn(person)
    const proof = { token_hash: mail.token, type: 'email_change' } as const
    const { user: changed } = await expectAuthData(newClient().auth.verifyOtp(proof))
    assert.deepEqual([changed?.email, changed?.new_email], [email, undefined])
    await signIn({ ...person, email })
    const login = { email: person.email, password: person.password }
    await expectAuthError(newClient().auth.signInWithPassword(login), 400, 'invalid_credentials')
    const { text } = await nextMail(person.email, 'email-changed')
    assert.ok(text.includes(email) && text.includes(person.email))
    const [contact] = await query('select email from app.contacts where user_id = $1', [person.id])
    assert.deepEqual(contact, { email })
  })

  test('can be confirmed by its code, once', async () => {
    const { email, mail } = await requestChange()
    const body = { type: 'email_change', email, token: mail.code }
    sessionIn(await authCall('POST /verify', { body }))
    expectRefusal(await authCall('POST /verify', { body }), 403, 'otp_expired')
  })

  test('cannot be confirmed by a link for another purpose or to the old mailbox', async () => {
    const { email, person, mail, client } = await requestChange()
    await expectAuthData(client.auth.signInWithOtp({ email: person.email }))
    const { token: link, code } = await nextMail(person.email, 'magic-link')
    const bad = [
      { token_hash: link },
      { email, token: code },
      { email: person.email, token: code },
      { email: person.email, token: mail.code },
    ]
    for (const proof of bad) {
      const reply = await authCall('POST /verify', { body: { type: 'email_change', ...proof } })
      expectRefusal(reply, 403, 'otp_expired')
    }
  })

  test('is replaced by the next one', async () => {
    const { client, mail } = await requestChange()
    const email = `${crypto.randomUUID()}@example.test`
    await expectAuthData(client.auth.updateUser({ email }))
    await nextMail(email, 'email-change')
    const body = { type: 'email_change', token_hash: mail.token }
    expectRefusal(await authCall('POST /verify', { body }), 403, 'otp_expired')
  })

  test('makes links to the old mailbox invalid', async () => {
    const { person, mail } = await requestChange()
    await authCall('POST /recover', { body: { email: person.email } })
    const { token } = await nextMail(person.email, 'recovery')
    const change = { type: 'email_change', token_hash: mail.token }
    sessionIn(await authCall('POST /verify', { body: change }))
    const recovery = { type: 'recovery', token_hash: token }
    expectRefusal(await authCall('POST /verify', { body: recovery }), 403, 'otp_expired')
  })

  test('can be requested again', async () => {
    const { person, email, mail } = await requestChange()
    const { error } = await newClient().auth.resend({ type: 'email_change', email: person.email })
    assert.equal(error, null)
    const again = await nextMail(email, 'email-change')
    const old = { type: 'email_change', token_hash: mail.token }
    expectRefusal(await authCall('POST /verify', { body: old }), 403, 'otp_expired')
    sessionIn(await authCall('POST /verify', { body: { ...old, token_hash: again.token } }))
  })

  test('that is taken gives the same response, and gets no email', async () => {
    const [{ client, person }, otherUser] = [await signInNewUser(), await createPasswordUser()]
    const { user } = await expectAuthData(client.auth.updateUser({ email: otherUser.email }))
    assert.deepEqual([user.email, user.new_email], [person.email, otherUser.email])
    assert.equal(await countMails(otherUser.email, 'email-change'), 0)
    await signIn(otherUser)
  })

  test('that was taken meanwhile stays with its user', async () => {
    const [{ mail, email }, otherUser] = [await requestChange(), await createPasswordUser()]
    await query('update auth.users set email = $2 where id = $1', [otherUser.id, email])
    const body = { type: 'email_change', token_hash: mail.token }
    expectRefusal(await authCall('POST /verify', { body }), 422, 'email_exists')
    await signIn({ ...otherUser, email })
  })

  test('with an invalid body changes nothing and sends nothing', async () => {
    const { token } = await signInNewUser()
    const email = `${crypto.randomUUID()}@example.test`
    await put(token, { data: { one: 'x'.repeat(2500) } })
    expectRefusal(
      await put(token, { email, data: { two: 'x'.repeat(2500) } }),
      400,
      'validation_failed',
    )
    assert.equal(await countMails(email, 'email-change'), 0)
  })
})
