import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { byRole } from '../support/by-role.ts'
import { visitor, withToken } from '../support/clients.ts'
import { newSession } from '../support/database.ts'
import { only, refused, rowsOf, succeeded } from '../support/expect.ts'
import { actor } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

byRole('my_sessions', (client) => client.rpc('my_sessions'), {
  visitor: '401 42501',
  facility: '200',
  contractor: '200',
  consultant: '200',
  admin: '200',
  server: '403 42501',
})

async function signedInTwice() {
  const { id } = await actor('facility')
  const [here, elsewhere] = [await newSession(id), await newSession(id)]
  const client = (session: string) => withToken(tokenFor(id, { session_id: session }))
  return { here, elsewhere, client: client(here), other: client(elsewhere) }
}

suite('my_sessions', () => {
  test("are the user's own, and mark the current one", async () => {
    const { here, elsewhere, client } = await signedInTwice()
    const call = client.rpc('my_sessions').select('id, is_this').order('is_this')
    assert.deepEqual(await rowsOf(call), [
      { id: elsewhere, is_this: false },
      { id: here, is_this: true },
    ])
  })
})

suite('end_my_session', () => {
  test('ends one at once and leaves the other', async () => {
    const { elsewhere, client, other } = await signedInTwice()
    await succeeded(client.rpc('end_my_session', { id: elsewhere }), 204)
    await refused(other.rpc('my_sessions'), 401, 'session_not_found')
    assert.equal(only(await rowsOf(client.rpc('my_sessions')))['is_this'], true)
    await refused(client.rpc('end_my_session', { id: elsewhere }), 404, 'session_unknown')
  })

  test('never ends a session of another user', async () => {
    const mine = await signedInTwice()
    const theirs = await signedInTwice()
    const call = mine.client.rpc('end_my_session', { id: theirs.here })
    await refused(call, 404, 'session_unknown')
    assert.equal((await rowsOf(theirs.client.rpc('my_sessions'))).length, 2)
  })

  test('is refused for visitors', async () => {
    await refused(visitor.rpc('end_my_session', { id: crypto.randomUUID() }), 401, '42501')
  })
})
