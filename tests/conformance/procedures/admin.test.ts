import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { byRole, onlyFor } from '../support/by-role.ts'
import { as, asPerson, type Client, idOf, server, visitor, withToken } from '../support/clients.ts'
import { newSession } from '../support/database.ts'
import {
  type ClientResult,
  only,
  refused,
  rowOf,
  rowsOf,
  succeeded,
  textIn,
} from '../support/expect.ts'
import { actor, book, openMarket } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

byRole('admin_audit_log', (client) => client.rpc('admin_audit_log'), onlyFor('admin', 'all'))

const reason = 'Asked for it by telephone.'
const others = [visitor, as('facility'), as('contractor'), as('consultant')]

async function refusedToOthers(call: (client: Client) => PromiseLike<ClientResult>) {
  for (const client of others) await refused(call(client), client === visitor ? 401 : 403, '42501')
}

async function lastAct(subject: string) {
  const call = as('admin').rpc('admin_audit_log').select('actor_id, action, reason, details')
  return only(await rowsOf(call.eq('subject', subject).limit(1)))
}

suite('admin_set_role', () => {
  const set = (client: Client, user_id: string, role: string, why = reason) =>
    client.rpc('admin_set_role', { user_id, role, reason: why })

  test('changes the role at once and in the audit log', async () => {
    const { id, client } = await actor('contractor')
    await succeeded(set(as('admin'), id, 'consultant'), 204)
    const call = client.from('profiles').select('role').eq('id', id).single()
    assert.deepEqual(await rowOf(call), { role: 'consultant' })
    assert.deepEqual(await lastAct(id), {
      actor_id: idOf('admin'),
      action: 'set_role',
      reason,
      details: { from: 'contractor', to: 'consultant' },
    })
  })

  test('is only allowed for admins', async () => {
    const { id } = await actor('contractor')
    await refusedToOthers((client) => set(client, id, 'admin'))
    await refused(set(asPerson(id), id, 'admin'), 403, '42501')
  })

  test('refuses invalid changes', async () => {
    const { id } = await actor('contractor')
    await refused(set(as('admin'), id, 'emperor'), 400, 'role_unknown')
    await refused(set(as('admin'), id, 'admin', ' '), 400, 'reason_missing')
    await refused(set(as('admin'), idOf('admin'), 'facility'), 409, 'not_yourself')
    await refused(set(as('admin'), crypto.randomUUID(), 'admin'), 404, 'person_unknown')
  })

  test('works with the service role key', async () => {
    const { id } = await actor('contractor')
    await succeeded(set(server, id, 'facility'), 204)
  })
})

suite('admin_end_sessions and admin_ban', () => {
  const end = (client: Client, user_id: string) =>
    client.rpc('admin_end_sessions', { user_id, reason })
  const ban = (client: Client, user_id: string) =>
    client.rpc('admin_ban', { user_id, until: '2100-01-01', reason })

  for (const [name, act] of [
    ['admin_end_sessions', end],
    ['admin_ban', ban],
  ] as const) {
    test(`${name} ends access at the next request`, async () => {
      const { id } = await actor('facility')
      const session = withToken(tokenFor(id, { session_id: await newSession(id) }))
      const read = () => session.from('profiles').select('role').eq('id', id)
      assert.equal((await rowsOf(read())).length, 1)
      await succeeded(act(as('admin'), id), 204)
      await refused(read(), 401, 'session_not_found')
    })

    test(`${name} is only allowed for admins`, async () => {
      const { id } = await actor('facility')
      await refusedToOthers((client) => act(client, id))
      await refused(act(as('admin'), crypto.randomUUID()), 404, 'person_unknown')
    })
  }

  test('an admin cannot ban their own account', async () => {
    await refused(ban(as('admin'), idOf('admin')), 409, 'not_yourself')
  })
})

suite('admin_remove_review', () => {
  async function reviewed() {
    const { facility, consultant } = await openMarket()
    const consultation_id = await book(facility, consultant, {})
    const review = {
      consultation_id,
      consultant_id: consultant.id,
      facility_id: facility.id,
      rating: 1,
    }
    const call = facility.client.from('reviews').insert(review).select('id')
    return { facility, consultant, review: textIn(only(await rowsOf(call, 201)), 'id') }
  }
  const remove = (client: Client, review_id: string, why = reason) =>
    client.rpc('admin_remove_review', { review_id, reason: why })

  test('works once for an admin with a reason', async () => {
    const { review } = await reviewed()
    await refused(remove(as('admin'), review, ''), 400, 'reason_missing')
    await succeeded(remove(as('admin'), review), 204)
    assert.deepEqual(await rowsOf(server.from('reviews').select().eq('id', review)), [])
    assert.equal((await lastAct(review))['action'], 'remove_review')
    await refused(remove(as('admin'), review), 404, 'review_unknown')
  })

  test('is refused for everyone else', async () => {
    const { facility, consultant, review } = await reviewed()
    await refusedToOthers((client) => remove(client, review))
    await refused(remove(facility.client, review), 403, '42501')
    await refused(remove(consultant.client, review), 403, '42501')
  })
})
