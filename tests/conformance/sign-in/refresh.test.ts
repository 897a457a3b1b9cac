import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { refresh, refusalOf, expectRefusal, sessionIn, getUser } from '../support/auth-call.ts'
import { query } from '../support/database.ts'
import {
  expectAuthData,
  claimsIn,
  createPasswordUser,
  expectPresent,
  sessionIdOf,
  signIn,
} from '../support/people.ts'

async function signInNewUser() {
  const person = await createPasswordUser()
  const { client, session } = await signIn(person)
  return { person, client, session, id: sessionIdOf(session), token: session.refresh_token }
}

/** Makes used tokens so old that the server does not accept them a second time. */
async function ageTokens(session: string) {
  await query(
    `update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds' where session_id = $1`,
    [session],
  )
}

async function assertEnded(accessToken: string) {
  expectRefusal(await getUser(accessToken), 403, 'session_not_found')
}

async function reusesOnRecord(person: string) {
  const rows = await query(
    `select from auth.audit_log_entries
     where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'token_reused'`,
    [person],
  )
  return rows.length
}

suite('POST /token with a refresh token', () => {
  // @covers 7.auth.token-refresh
  test('gives the next token of the same session, through supabase-js', async () => {
    const { client, session, id } = await signInNewUser()
    const { session: next } = await expectAuthData(client.auth.refreshSession())
    const { access_token: token, refresh_token: following } = expectPresent(next)
    assert.equal(sessionIdOf({ access_token: token }), id)
    assert.notEqual(following, session.refresh_token)
    assert.equal((await expectAuthData(client.auth.getUser())).user.email, session.user.email)
  })

  test('keeps how its owner signed in', async () => {
    const { token, session } = await signInNewUser()
    const next = sessionIn(await refresh(token))
    const before = claimsIn(session.access_token)
    assert.deepEqual(claimsIn(next.access_token)['amr'], before['amr'])
  })

  test('contains the present state of the account', async () => {
    const { token, person } = await signInNewUser()
    await query(`update auth.users set raw_user_meta_data = '{"hue": "red"}' where id = $1`, [
      person.id,
    ])
    const { access_token: next } = sessionIn(await refresh(token))
    assert.deepEqual(claimsIn(next)['user_metadata'], { hue: 'red' })
  })

  test('returns the same next token to 50 simultaneous requests', async () => {
    const { token, id } = await signInNewUser()
    const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(token)))
    const next = new Set(replies.map((reply) => sessionIn(reply).refresh_token))
    assert.equal(next.size, 1)
    const remaining = await query('select from auth.refresh_tokens where session_id = $1', [id])
    assert.equal(remaining.length, 2)
  })

  test('accepts a token again while its response may have been lost', async () => {
    const { token } = await signInNewUser()
    const first = sessionIn(await refresh(token))
    assert.equal(sessionIn(await refresh(token)).refresh_token, first.refresh_token)
    const second = sessionIn(await refresh(first.refresh_token))
    assert.equal(sessionIn(await refresh(token)).refresh_token, second.refresh_token)
    assert.notEqual(second.refresh_token, first.refresh_token)
  })

  test('ends the session at once when a used token comes later', async () => {
    const { token, id, session, person } = await signInNewUser()
    const next = sessionIn(await refresh(token))
    await ageTokens(id)
    const last = sessionIn(await refresh(next.refresh_token))
    expectRefusal(await refresh(token), 400, 'refresh_token_already_used')
    for (const access of [session, next, last]) await assertEnded(access.access_token)
    for (const { refresh_token: descendant } of [next, last])
      expectRefusal(await refresh(descendant), 400, 'refresh_token_not_found')
    assert.equal(await reusesOnRecord(person.id), 1)
  })

  test('ends it if a used token comes many times at once', async () => {
    const { token, id } = await signInNewUser()
    const next = sessionIn(await refresh(token))
    await ageTokens(id)
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => refresh(token)),
      ...Array.from({ length: 10 }, () => refresh(next.refresh_token)),
    ])
    for (const { status } of replies.slice(0, 10)) assert.equal(status, 400)
    for (const reply of replies.slice(10)) {
      if (reply.status !== 200) continue
      await assertEnded(sessionIn(reply).access_token)
      assert.equal((await refresh(sessionIn(reply).refresh_token)).status, 400)
    }
    await assertEnded(next.access_token)
  })

  test('does not affect other sessions of the user', async () => {
    const { token, id, person } = await signInNewUser()
    const other = await signIn(person)
    await refresh(token)
    await ageTokens(id)
    expectRefusal(await refresh(token), 400, 'refresh_token_already_used')
    sessionIn(await refresh(other.session.refresh_token))
  })

  test('is refused for banned accounts, and ends their session', async () => {
    const { token, person, session } = await signInNewUser()
    await query(`update auth.users set banned_until = 'infinity' where id = $1`, [person.id])
    expectRefusal(await refresh(token), 400, 'user_banned')
    await query('update auth.users set banned_until = null where id = $1', [person.id])
    await assertEnded(session.access_token)
    expectRefusal(await refresh(token), 400, 'refresh_token_not_found')
  })

  test('is refused for deleted accounts', async () => {
    const { token, person, session } = await signInNewUser()
    await query('delete from auth.users where id = $1', [person.id])
    expectRefusal(await refresh(token), 400, 'refresh_token_not_found')
    await assertEnded(session.access_token)
  })

  test('refuses an unknown token', async () => {
    const { session } = await signInNewUser()
    for (const token of ['x', session.access_token.slice(0, 400), "' or 1=1 --", '\u0000', '%'])
      expectRefusal(await refresh(token), 400, 'refresh_token_not_found')
  })

  test('stores nothing that gives access to a session', async () => {
    const { token, id } = await signInNewUser()
    const next = sessionIn(await refresh(token))
    const storedText = JSON.stringify(
      await query('select * from auth.refresh_tokens where session_id = $1', [id]),
    )
    for (const secret of [token, next.refresh_token]) assert.ok(!storedText.includes(secret))
  })
})

suite('a session that is not used', () => {
  const cases: [string, string, boolean][] = [
    ['for 23 hours goes on', "created_at = now() - interval '23 hours'", true],
    ['for 25 hours since its sign-in ends', "created_at = now() - interval '25 hours'", false],
    [
      'for 25 hours since its refresh ends',
      "refreshed_at = (now() - interval '25 hours') at time zone 'UTC'",
      false,
    ],
    [
      'for 23 hours since its refresh goes on, however old',
      `created_at = now() - interval '29 days',
       refreshed_at = (now() - interval '23 hours') at time zone 'UTC'`,
      true,
    ],
  ]
  for (const [name, change, continues] of cases) {
    test(name, async () => {
      const { token, id } = await signInNewUser()
      await query(`update auth.sessions set ${change} where id = $1`, [id])
      const reply = await refresh(token)
      if (continues) return void sessionIn(reply)
      expectRefusal(reply, 400, 'session_expired')
      expectRefusal(await refresh(token), 400, 'refresh_token_not_found')
    })
  }

  test('ends 30 days after its start', async () => {
    const { token, id, session } = await signInNewUser()
    const [counts] = await query(
      `select round(extract(epoch from not_after - created_at) / 86400)::integer as days
       from auth.sessions where id = $1`,
      [id],
    )
    assert.deepEqual(counts, { days: 30 })
    await query(`update auth.sessions set not_after = now() - interval '1 second' where id = $1`, [
      id,
    ])
    await assertEnded(session.access_token)
    // The server may already have deleted the ended session.
    const { error_code: code } = refusalOf(await refresh(token))
    assert.ok(['session_expired', 'refresh_token_not_found'].includes(code), code)
  })
})
