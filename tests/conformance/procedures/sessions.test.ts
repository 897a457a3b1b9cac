import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testByRole } from '../support/by-role.ts'
import { visitor, withToken } from '../support/clients.ts'
import { insertSession } from '../support/database.ts'
import { only, expectRefusal, rowsOf, expectSuccess } from '../support/expect.ts'
import { createActor } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

testByRole('my_sessions', (client) => client.rpc('my_sessions'), {
  visitor: '401 42501',
  facility: '200',
  contractor: '200',
  consultant: '200',
  admin: '200',
  server: '403 42501',
})

async function signInTwice() {
  const { id } = await createActor('facility')
  const [current, otherSession] = [await insertSession(id), await insertSession(id)]
  const client = (session: string) => withToken(tokenFor(id, { session_id: session }))
  return {
    here: current,
    elsewhere: otherSession,
    client: client(current),
    other: client(otherSession),
  }
}

suite('my_sessions', () => {
  test("are the user's own, and mark the current one", async () => {
    const { here: current, elsewhere: otherSession, client } = await signInTwice()
    const call = client.rpc('my_sessions').select('id, is_this').order('is_this')
    assert.deepEqual(await rowsOf(call), [
      { id: otherSession, is_this: false },
      { id: current, is_this: true },
    ])
  })
})

suite('end_my_session', () => {
  test('ends one at once and leaves the other', async () => {
    const { elsewhere: otherSession, client, other: otherClient } = await signInTwice()
    await expectSuccess(client.rpc('end_my_session', { id: otherSession }), 204)
    await expectRefusal(otherClient.rpc('my_sessions'), 401, 'session_not_found')
    assert.equal(only(await rowsOf(client.rpc('my_sessions')))['is_this'], true)
    await expectRefusal(client.rpc('end_my_session', { id: otherSession }), 404, 'session_unknown')
  })

  test('never ends a session of another user', async () => {
    const user = await signInTwice()
    const otherUser = await signInTwice()
    const call = user.client.rpc('end_my_session', { id: otherUser.here })
    await expectRefusal(call, 404, 'session_unknown')
    assert.equal((await rowsOf(otherUser.client.rpc('my_sessions'))).length, 2)
  })

  test('is refused for visitors', async () => {
    await expectRefusal(visitor.rpc('end_my_session', { id: crypto.randomUUID() }), 401, '42501')
  })
})
