import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testByRole, onlyFor } from '../support/by-role.ts'
import {
  clientFor,
  clientOfUser,
  type Client,
  idOf,
  server,
  visitor,
  withToken,
} from '../support/clients.ts'
import { insertSession } from '../support/database.ts'
import {
  type ClientResult,
  only,
  expectRefusal,
  rowOf,
  rowsOf,
  expectSuccess,
  textIn,
} from '../support/expect.ts'
import { createActor, bookConsultation, createActors } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

testByRole('admin_audit_log', (client) => client.rpc('admin_audit_log'), onlyFor('admin', 'all'))

const reason = 'Asked for it by telephone.'
const others = [visitor, clientFor('facility'), clientFor('contractor'), clientFor('consultant')]

async function expectOthersRefused(call: (client: Client) => PromiseLike<ClientResult>) {
  for (const client of others)
    await expectRefusal(call(client), client === visitor ? 401 : 403, '42501')
}

async function lastAuditEntry(subject: string) {
  const call = clientFor('admin').rpc('admin_audit_log').select('actor_id, action, reason, details')
  return only(await rowsOf(call.eq('subject', subject).limit(1)))
}

suite('admin_set_role', () => {
  const set = (client: Client, user_id: string, role: string, reasonText = reason) =>
    client.rpc('admin_set_role', { user_id, role, reason: reasonText })

  test('changes the role at once and in the audit log', async () => {
    const { id, client } = await createActor('contractor')
    await expectSuccess(set(clientFor('admin'), id, 'consultant'), 204)
    const call = client.from('profiles').select('role').eq('id', id).single()
    assert.deepEqual(await rowOf(call), { role: 'consultant' })
    assert.deepEqual(await lastAuditEntry(id), {
      actor_id: idOf('admin'),
      action: 'set_role',
      reason,
      details: { from: 'contractor', to: 'consultant' },
    })
  })

  test('is only allowed for admins', async () => {
    const { id } = await createActor('contractor')
    await expectOthersRefused((client) => set(client, id, 'admin'))
    await expectRefusal(set(clientOfUser(id), id, 'admin'), 403, '42501')
  })

  test('refuses invalid changes', async () => {
    const { id } = await createActor('contractor')
    await expectRefusal(set(clientFor('admin'), id, 'emperor'), 400, 'role_unknown')
    await expectRefusal(set(clientFor('admin'), id, 'admin', ' '), 400, 'reason_missing')
    await expectRefusal(set(clientFor('admin'), idOf('admin'), 'facility'), 409, 'not_yourself')
    await expectRefusal(
      set(clientFor('admin'), crypto.randomUUID(), 'admin'),
      404,
      'person_unknown',
    )
  })

  test('works with the service role key', async () => {
    const { id } = await createActor('contractor')
    await expectSuccess(set(server, id, 'facility'), 204)
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
      const { id } = await createActor('facility')
      const session = withToken(tokenFor(id, { session_id: await insertSession(id) }))
      const read = () => session.from('profiles').select('role').eq('id', id)
      assert.equal((await rowsOf(read())).length, 1)
      await expectSuccess(act(clientFor('admin'), id), 204)
      await expectRefusal(read(), 401, 'session_not_found')
    })

    test(`${name} is only allowed for admins`, async () => {
      const { id } = await createActor('facility')
      await expectOthersRefused((client) => act(client, id))
      await expectRefusal(act(clientFor('admin'), crypto.randomUUID()), 404, 'person_unknown')
    })
  }

  test('an admin cannot ban their own account', async () => {
    await expectRefusal(ban(clientFor('admin'), idOf('admin')), 409, 'not_yourself')
  })
})

suite('admin_remove_review', () => {
  async function createReview() {
    const { facility, consultant } = await createActors()
    const consultation_id = await bookConsultation(facility, consultant, {})
    const review = {
      consultation_id,
      consultant_id: consultant.id,
      facility_id: facility.id,
      rating: 1,
    }
    const call = facility.client.from('reviews').insert(review).select('id')
    return { facility, consultant, review: textIn(only(await rowsOf(call, 201)), 'id') }
  }
  const remove = (client: Client, review_id: string, reasonText = reason) =>
    client.rpc('admin_remove_review', { review_id, reason: reasonText })

  test('works once for an admin with a reason', async () => {
    const { review } = await createReview()
    await expectRefusal(remove(clientFor('admin'), review, ''), 400, 'reason_missing')
    await expectSuccess(remove(clientFor('admin'), review), 204)
    assert.deepEqual(await rowsOf(server.from('reviews').select().eq('id', review)), [])
    assert.equal((await lastAuditEntry(review))['action'], 'remove_review')
    await expectRefusal(remove(clientFor('admin'), review), 404, 'review_unknown')
  })

  test('is refused for everyone else', async () => {
    const { facility, consultant, review } = await createReview()
    await expectOthersRefused((client) => remove(client, review))
    await expectRefusal(remove(facility.client, review), 403, '42501')
    await expectRefusal(remove(consultant.client, review), 403, '42501')
  })
})
