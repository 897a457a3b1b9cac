// Checks that an ended session immediately loses its access to all APIs.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { sendRequest, headersWithToken, jsonHeaders } from '../support/http-request.ts'
import { authCall, refresh, expectRefusal, sessionIn, getUser } from '../support/auth-call.ts'
import { clientFor, server } from '../support/clients.ts'
import { query } from '../support/database.ts'
import {
  only,
  expectRefusal as expectRpcRefusal,
  rowsOf,
  expectSuccess,
} from '../support/expect.ts'
import { createPasswordUser, type PasswordUser, sessionIdOf, signIn } from '../support/people.ts'

type SignedIn = Awaited<ReturnType<typeof signIn>>

async function assertEnded({ session }: SignedIn) {
  const { access_token: token, refresh_token: next } = session
  expectRefusal(await getUser(token), 403, 'session_not_found')
  const rows = await sendRequest('/rest/v1/notification_settings', {
    headers: headersWithToken(token),
  })
  assert.equal(rows.status, 401, rows.text)
  assert.match(rows.text, /"code":"session_not_found"/)
  const response = await sendRequest('/functions/v1/assistant', {
    method: 'POST',
    headers: { ...headersWithToken(token), ...jsonHeaders },
    body: '{"question":"How many jobs are open?"}',
  })
  assert.equal(response.status, 401, response.text)
  assert.equal((await refresh(next)).status, 400)
}

async function assertAlive({ session }: SignedIn) {
  assert.equal((await getUser(session.access_token)).status, 200)
  const rows = await sendRequest('/rest/v1/notification_settings', {
    headers: headersWithToken(session.access_token),
  })
  assert.equal(rows.status, 200, rows.text)
}

async function signInThreeTimes(person: PasswordUser) {
  return [await signIn(person), await signIn(person), await signIn(person)] as const
}

suite('POST /logout', () => {
  test('ends all sessions of the user by default', async () => {
    const [one, two, three] = await signInThreeTimes(await createPasswordUser())
    const bystander = await signIn(await createPasswordUser())
    const { error } = await one.client.auth.signOut()
    assert.equal(error, null)
    for (const ended of [one, two, three]) await assertEnded(ended)
    await assertAlive(bystander)
  })

  test('global: all', async () => {
    const [one, two] = await signInThreeTimes(await createPasswordUser())
    const { error } = await one.client.auth.signOut({ scope: 'global' })
    assert.equal(error, null)
    await assertEnded(one)
    await assertEnded(two)
  })

  // @covers 7.auth.logout
  test('local: the current one', async () => {
    const [one, two] = await signInThreeTimes(await createPasswordUser())
    const { error } = await one.client.auth.signOut({ scope: 'local' })
    assert.equal(error, null)
    await assertEnded(one)
    await assertAlive(two)
  })

  test('others: all except the current one', async () => {
    const [one, two, three] = await signInThreeTimes(await createPasswordUser())
    const { error } = await one.client.auth.signOut({ scope: 'others' })
    assert.equal(error, null)
    await assertAlive(one)
    await assertEnded(two)
    await assertEnded(three)
  })

  test('is 204 once, and needs a session', async () => {
    const { session } = await signIn(await createPasswordUser())
    const token = session.access_token
    const reply = await authCall('POST /logout', { token })
    assert.deepEqual([reply.status, reply.text], [204, ''])
    expectRefusal(await authCall('POST /logout', { token }), 403, 'session_not_found')
    expectRefusal(await authCall('POST /logout'), 403, 'bad_jwt')
  })

  test('refuses an unknown scope', async () => {
    const { session } = await signIn(await createPasswordUser())
    const token = session.access_token
    for (const scope of ['all', '', 'constructor', '__proto__', 'local&scope=global', '%00'])
      expectRefusal(
        await authCall(`POST /logout?scope=${scope}`, { token }),
        400,
        'validation_failed',
      )
    assert.equal((await getUser(token)).status, 200)
  })
})

suite("a user's own list of sessions", () => {
  test('shows every session, and ends one', async () => {
    const person = await createPasswordUser()
    const [current, other] = [await signIn(person), await signIn(person)]
    const list = await rowsOf(current.client.rpc('my_sessions').select('id, is_this'))
    assert.deepEqual(
      new Map(list.map((row) => [row['id'], row['is_this']])),
      new Map([
        [sessionIdOf(other.session), false],
        [sessionIdOf(current.session), true],
      ]),
    )
    const id = sessionIdOf(other.session)
    await expectSuccess(current.client.rpc('end_my_session', { id }), 204)
    await assertEnded(other)
    await assertAlive(current)
  })

  test("never ends another user's", async () => {
    const [own, other] = [
      await signIn(await createPasswordUser()),
      await signIn(await createPasswordUser()),
    ]
    const id = sessionIdOf(other.session)
    await expectRpcRefusal(own.client.rpc('end_my_session', { id }), 404, 'session_unknown')
    await assertAlive(other)
  })

  test('is empty after the end', async () => {
    const person = await createPasswordUser()
    const signedOut = await signIn(person)
    await signedOut.client.auth.signOut({ scope: 'local' })
    const current = await signIn(person)
    const { is_this: isThis } = only(await rowsOf(current.client.rpc('my_sessions')))
    assert.equal(isThis, true)
  })
})

suite('an admin ends sessions of others', () => {
  const reason = 'Lost a telephone.'

  test('admin_end_sessions', async () => {
    const person = await createPasswordUser()
    const [one, two] = [await signIn(person), await signIn(person)]
    const args = { user_id: person.id, reason }
    await expectSuccess(clientFor('admin').rpc('admin_end_sessions', args), 204)
    await assertEnded(one)
    await assertEnded(two)
    await assertAlive(await signIn(person))
  })

  test('admin_set_role', async () => {
    const person = await createPasswordUser('contractor')
    const before = await signIn(person)
    const args = { user_id: person.id, role: 'consultant', reason }
    await expectSuccess(clientFor('admin').rpc('admin_set_role', args), 204)
    await assertEnded(before)
    const { client } = await signIn(person)
    const call = client.from('profiles').select('role').eq('id', person.id)
    assert.deepEqual(await rowsOf(call), [{ role: 'consultant' }])
  })

  test('admin_ban: the password no longer works', async () => {
    const person = await createPasswordUser()
    const before = await signIn(person)
    const args = { user_id: person.id, reason }
    await expectSuccess(server.rpc('admin_ban', { ...args, until: 'infinity' }), 204)
    expectRefusal(await refresh(before.session.refresh_token), 400, 'refresh_token_not_found')
    const reply = await authCall('POST /token?grant_type=password', { body: person })
    expectRefusal(reply, 400, 'user_banned')
  })

  test('a session that starts during a ban does not survive it', async () => {
    const person = await createPasswordUser()
    const { session } = await signIn(person)
    const body = { email: person.email, password: person.password }
    const refreshes = [
      ...Array.from({ length: 4 }, () => authCall('POST /token?grant_type=password', { body })),
      ...Array.from({ length: 4 }, () => refresh(session.refresh_token)),
    ]
    const args = { user_id: person.id, until: 'infinity', reason }
    const [replies] = await Promise.all([Promise.all(refreshes), server.rpc('admin_ban', args)])
    for (const reply of replies) {
      if (reply.status !== 200) continue
      const { access_token: token, refresh_token: next } = sessionIn(reply)
      assert.equal((await getUser(token)).status, 403)
      assert.equal((await refresh(next)).status, 400)
    }
    const remaining = await query('select from auth.sessions where user_id = $1', [person.id])
    assert.equal(remaining.length, 0)
  })
})

suite('last_active_at', () => {
  const moment = z.array(z.object({ last_active_at: z.date() }))

  async function lastActive({ id }: PasswordUser) {
    const rows = await query('select last_active_at from public.profiles where id = $1', [id])
    return only(moment.parse(rows)).last_active_at.getTime()
  }

  test('changes with a sign-in and with a refresh', async () => {
    const person = await createPasswordUser()
    const { session } = await signIn(person)
    const first = await lastActive(person)
    assert.ok(Math.abs(first - Date.now()) < 10_000)
    await query(
      `update public.profiles set last_active_at = last_active_at - interval '1 hour' where id = $1`,
      [person.id],
    )
    sessionIn(await refresh(session.refresh_token))
    assert.ok((await lastActive(person)) > first)
  })
})
