// Checks the procedures for users who have no role yet.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testByRole, onlyFor } from '../support/by-role.ts'
import { clientFor, type Client, idOf, server, visitor, withToken } from '../support/clients.ts'
import { insertSession, query } from '../support/database.ts'
import { expectRefusal, rowOf, rowsOf, expectSuccess } from '../support/expect.ts'
import { createActor } from '../support/market.ts'
import { tokenFor } from '../support/tokens.ts'

/** Creates a user without a role, as the first sign-in with a provider does. */
async function createUserWithoutRole(): Promise<string> {
  const id = crypto.randomUUID()
  await query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
     values ($1, 'authenticated', 'authenticated', $2, now(), '{"provider": "google"}', '{"full_name": "Nora"}', now())`,
    [id, `${id}@elsewhere.example`],
  )
  return id
}

await createUserWithoutRole()

testByRole(
  'admin_newcomers',
  (client) => client.from('admin_newcomers').select('*'),
  onlyFor('admin', 'all'),
)

suite('admin_admit', () => {
  const admit = (client: Client, user_id: string, change: Record<string, string> = {}) =>
    client.rpc('admin_admit', {
      user_id,
      role: 'facility',
      full_name: 'Nora Quist',
      company_name: 'Quist Halls',
      reason: 'She called.',
      ...change,
    })

  test('gives a newcomer a role at once, in the same session', async () => {
    const id = await createUserWithoutRole()
    const client = withToken(tokenFor(id, { session_id: await insertSession(id) }))
    const own = () => client.from('profiles').select('role, full_name, company_name')
    assert.deepEqual(await rowsOf(own().eq('id', id)), [])
    await expectSuccess(admit(clientFor('admin'), id), 204)
    assert.deepEqual(await rowOf(own().eq('id', id).single()), {
      role: 'facility',
      full_name: 'Nora Quist',
      company_name: 'Quist Halls',
    })
    const list = clientFor('admin').from('admin_newcomers').select('id').eq('id', id)
    assert.deepEqual(await rowsOf(list), [])
    const call = clientFor('admin')
      .rpc('admin_audit_log')
      .select('actor_id, action, reason, details')
    assert.deepEqual(await rowsOf(call.eq('subject', id)), [
      {
        actor_id: idOf('admin'),
        action: 'admit',
        reason: 'She called.',
        details: { role: 'facility' },
      },
    ])
  })

  test('is only allowed for admins, and not on themselves', async () => {
    const id = await createUserWithoutRole()
    const own = withToken(tokenFor(id, { session_id: await insertSession(id) }))
    await expectRefusal(admit(visitor, id), 401, '42501')
    for (const client of [
      own,
      clientFor('facility'),
      clientFor('contractor'),
      clientFor('consultant'),
    ])
      await expectRefusal(admit(client, id), 403, '42501')
    await expectRefusal(admit(clientFor('admin'), idOf('admin')), 409, 'not_yourself')
  })

  test('refuses invalid changes', async () => {
    const id = await createUserWithoutRole()
    await expectRefusal(
      admit(clientFor('admin'), id, { role: 'admin' }),
      400,
      'role_not_for_newcomers',
    )
    await expectRefusal(admit(clientFor('admin'), id, { full_name: ' ' }), 400, 'text_missing')
    await expectRefusal(admit(clientFor('admin'), id, { company_name: '' }), 400, 'text_missing')
    await expectRefusal(
      admit(clientFor('admin'), id, { full_name: 'x'.repeat(201) }),
      400,
      'text_too_long',
    )
    await expectRefusal(admit(clientFor('admin'), id, { reason: ' ' }), 400, 'reason_missing')
    await expectRefusal(admit(clientFor('admin'), crypto.randomUUID()), 404, 'person_unknown')
    const person = await createActor('contractor')
    await expectRefusal(admit(clientFor('admin'), person.id), 409, 'person_has_role')
    const ban = { user_id: id, until: 'infinity', reason: 'Not one of ours.' }
    await expectSuccess(clientFor('admin').rpc('admin_ban', ban), 204)
    await expectRefusal(admit(clientFor('admin'), id), 409, 'person_banned')
  })

  test('works with the service role key', async () => {
    const id = await createUserWithoutRole()
    await expectSuccess(admit(server, id), 204)
    await expectRefusal(admit(server, id), 409, 'person_has_role')
  })
})
