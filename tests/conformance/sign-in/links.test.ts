// Uses the links and codes in account emails.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { authCall, expectRefusal, sessionIn, getUser } from '../support/auth-call.ts'
import { query } from '../support/database.ts'
import { countMails, nextMail } from '../support/mailbox.ts'
import {
  expectAuthData,
  claimsIn,
  expectAuthError,
  newClient,
  createPasswordUser,
  expectPresent,
} from '../support/people.ts'
import { target } from '../support/target.ts'

const otp = (email: string) => authCall('POST /otp', { body: { email } })
const recover = (email: string) => authCall('POST /recover', { body: { email } })
const verify = (body: unknown) => authCall('POST /verify', { body })

const requests = {
  'magic-link': { ask: otp, type: 'magiclink' },
  recovery: { ask: recover, type: 'recovery' },
} as const

async function requestMail(email: string, kind: keyof typeof requests) {
  const reply = await requests[kind].ask(email)
  assert.deepEqual([reply.status, reply.text], [200, '{}'])
  return nextMail(email, kind)
}

/** Lets all links and codes of the user expire. */
async function ageMails(person: string) {
  await query(
    `update auth.one_time_tokens set valid_until = now() - interval '1 second' where user_id = $1`,
    [person],
  )
}

suite('through supabase-js', () => {
  test('a link by mail signs in', async () => {
    const { id, email } = await createPasswordUser()
    const client = newClient()
    await expectAuthData(client.auth.signInWithOtp({ email }))
    const { token } = await nextMail(email, 'magic-link')
    const proof = { token_hash: token, type: 'email' } as const
    const { session } = await expectAuthData(client.auth.verifyOtp(proof))
    assert.equal(claimsIn(expectPresent(session).access_token).sub, id)
    assert.match(JSON.stringify(claimsIn(expectPresent(session).access_token)['amr']), /"otp"/)
  })

  // @covers 7.auth.otp 7.auth.verify
  test('a code by mail signs in', async () => {
    const { id, email } = await createPasswordUser()
    const client = newClient()
    await expectAuthData(client.auth.signInWithOtp({ email }))
    const { code: token } = await nextMail(email, 'magic-link')
    await expectAuthError(
      client.auth.verifyOtp({ email, token: 'x', type: 'email' }),
      403,
      'otp_expired',
    )
    const { user } = await expectAuthData(client.auth.verifyOtp({ email, token, type: 'email' }))
    assert.equal(user?.id, id)
  })

  // @covers 7.auth.recover
  test('a forgotten password is replaced', async () => {
    const person = await createPasswordUser()
    const client = newClient()
    await expectAuthData(client.auth.resetPasswordForEmail(person.email))
    const { token } = await nextMail(person.email, 'recovery')
    await expectAuthData(client.auth.verifyOtp({ token_hash: token, type: 'recovery' }))
    await expectAuthData(client.auth.updateUser({ password: 'another gate to mend' }))
    await nextMail(person.email, 'password-changed')
    const other = newClient()
    const { email } = person
    await expectAuthError(other.auth.signInWithPassword(person), 400, 'invalid_credentials')
    await expectAuthData(other.auth.signInWithPassword({ email, password: 'another gate to mend' }))
  })
})

for (const kind of ['magic-link', 'recovery'] as const) {
  const { type } = requests[kind]

  suite(`the mail “${kind}”`, () => {
    test('leads to a screen, which uses its token', async () => {
      const { email } = await createPasswordUser()
      const { link, token, subject, html } = await requestMail(email, kind)
      assert.equal(link?.origin, target.url)
      assert.equal(link?.searchParams.get('type'), type)
      assert.ok(subject !== '' && html.includes(token))
      assert.ok(token.length >= 40)
    })

    test('works once, by its link or by its code', async () => {
      for (const first of ['link', 'code'] as const) {
        const { email } = await createPasswordUser()
        const { token, code } = await requestMail(email, kind)
        const link = { type, token_hash: token }
        const typed = { type, email, token: code }
        const [one, other] = first === 'link' ? [link, typed] : [typed, link]
        sessionIn(await verify(one))
        expectRefusal(await verify(one), 403, 'otp_expired')
        expectRefusal(await verify(other), 403, 'otp_expired')
      }
    })

    test('gives one session if it is used many times at once', async () => {
      const { email, id } = await createPasswordUser()
      const { token, code } = await requestMail(email, kind)
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          verify(at % 2 ? { type, token_hash: token } : { type, email, token: code }),
        ),
      )
      assert.equal(replies.filter(({ status }) => status === 200).length, 1)
      for (const reply of replies)
        if (reply.status !== 200) expectRefusal(reply, 403, 'otp_expired')
      assert.equal((await query('select from auth.sessions where user_id = $1', [id])).length, 1)
    })

    test('expires after an hour', async () => {
      const { id, email } = await createPasswordUser()
      const { token, code } = await requestMail(email, kind)
      const [stored] = await query(
        `select round(extract(epoch from valid_until - now()) / 60)::integer as minutes
         from auth.one_time_tokens where user_id = $1`,
        [id],
      )
      assert.deepEqual(stored, { minutes: 60 })
      await ageMails(id)
      expectRefusal(await verify({ type, token_hash: token }), 403, 'otp_expired')
      expectRefusal(await verify({ type, email, token: code }), 403, 'otp_expired')
    })

    test('is replaced by the next one', async () => {
      const { email } = await createPasswordUser()
      const old = await requestMail(email, kind)
      const fresh = await requestMail(email, kind)
      expectRefusal(await verify({ type, token_hash: old.token }), 403, 'otp_expired')
      expectRefusal(await verify({ type, email, token: old.code }), 403, 'otp_expired')
      sessionIn(await verify({ type, token_hash: fresh.token }))
    })

    test('works only for its purpose and its address', async () => {
      const { email } = await createPasswordUser()
      const { email: stranger } = await createPasswordUser()
      const { token, code } = await requestMail(email, kind)
      const others = ['signup', 'invite', 'magiclink', 'recovery', 'email_change']
      for (const other of others.filter((one) => one !== type)) {
        expectRefusal(await verify({ type: other, token_hash: token }), 403, 'otp_expired')
        expectRefusal(await verify({ type: other, email, token: code }), 403, 'otp_expired')
      }
      expectRefusal(await verify({ type, email: stranger, token: code }), 403, 'otp_expired')
      expectRefusal(await verify({ type, email, token }), 403, 'otp_expired')
      expectRefusal(await verify({ type, token_hash: code }), 403, 'otp_expired')
      expectRefusal(
        await verify({ type: 'reauthentication', token_hash: token }),
        400,
        'validation_failed',
      )
      expectRefusal(await getUser(token), 403, 'bad_jwt')
      sessionIn(await verify({ type, email: email.toUpperCase(), token: code }))
    })

    test('is neither sent to banned accounts nor queued for them', async () => {
      const { id, email } = await createPasswordUser()
      const { token } = await requestMail(email, kind)
      await query(`update auth.users set banned_until = 'infinity' where id = $1`, [id])
      expectRefusal(await verify({ type, token_hash: token }), 400, 'user_banned')
      await requests[kind].ask(email)
      assert.equal(await countMails(email, kind), 1)
    })
  })
}

suite('POST /otp', () => {
  test('creates no account while sign-up is closed', async () => {
    const email = `${crypto.randomUUID()}@example.test`
    assert.equal((await otp(email)).status, 200)
    assert.equal(await countMails(email, 'magic-link'), 0)
    assert.deepEqual(await query('select from auth.users where email = $1', [email]), [])
  })
})

suite('POST /resend', () => {
  test('sends nothing if there is nothing to confirm', async () => {
    const { email } = await createPasswordUser()
    const reply = await authCall('POST /resend', { body: { email, type: 'signup' } })
    assert.deepEqual([reply.status, reply.text], [200, '{}'])
    assert.equal(await countMails(email, 'confirmation'), 0)
  })

  test('refuses an unknown kind of email', async () => {
    const { email } = await createPasswordUser()
    for (const type of ['recovery', 'magiclink', '', 'constructor'])
      expectRefusal(
        await authCall('POST /resend', { body: { email, type } }),
        400,
        'validation_failed',
      )
  })
})

suite('POST /verify', () => {
  test('names the missing field', async () => {
    const bad = [
      {},
      { type: 'email' },
      { token: '123456', email: 'a@b.test' },
      { type: 'email', token: '123456' },
      { type: 'email', email: 'a@b.test' },
      { type: 'email', email: 'a@b.test', token_hash: 'x' },
      { type: 'nothing', email: 'a@b.test', token: '123456' },
    ]
    for (const body of bad) expectRefusal(await verify(body), 400, 'validation_failed')
  })

  test('refuses a phone code on a server without phone numbers', async () => {
    const body = { type: 'sms', phone: '+15005550006', token: '123456' }
    expectRefusal(await verify(body), 403, 'otp_expired')
    expectRefusal(await verify({ ...body, phone: '+1-500' }), 400, 'validation_failed')
  })
})

suite('mails', () => {
  /** Makes the server send an email again, as if the server had been killed before it recorded the first delivery. */
  async function sendAgain(id: string, email: string) {
    await countMails(email, 'magic-link')
    const repeated = await query(
      `update private.outbox set done_at = null, due_at = now(),
         payload = jsonb_build_object('purpose', 'magiclink', 'email', $2::text)
       where id = $1 and done_at is not null returning id`,
      [id, email],
    )
    assert.equal(repeated.length, 1)
    assert.equal(await countMails(email, 'magic-link'), 1)
  }

  test('that are sent twice work once', async () => {
    const { email } = await createPasswordUser()
    const { id, token } = await requestMail(email, 'magic-link')
    const proof = { type: 'magiclink', token_hash: token }
    sessionIn(await verify(proof))
    await sendAgain(id, email)
    expectRefusal(await verify(proof), 403, 'otp_expired')
  })

  for (const kind of ['magic-link', 'recovery'] as const) {
    test(`${kind}: the database stores nothing that gives access to the account`, async () => {
      const { id, email } = await createPasswordUser()
      const { token, code } = await requestMail(email, kind)
      const stored = JSON.stringify([
        await query('select * from auth.one_time_tokens where user_id = $1', [id]),
        await query('select kind, payload from private.outbox'),
      ])
      assert.ok(stored.length > 100)
      for (const secret of [token, `"${code}"`]) assert.ok(!stored.includes(secret))
    })
  }
})
