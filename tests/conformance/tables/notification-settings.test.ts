import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testByRole } from '../support/by-role.ts'
import { clientFor, idOf, visitor } from '../support/clients.ts'
import { only, expectRefusal, rowsOf, expectSuccess } from '../support/expect.ts'
import { createActor } from '../support/market.ts'

const all = { email: true, sound: true, messages: true, job_updates: true, payments: true }

// @covers 7.notification-settings.read
testByRole(
  'by the user_id of a facility',
  (client) => client.from('notification_settings').select('*').eq('user_id', idOf('facility')),
  {
    visitor: '401 42501',
    facility: 'all',
    contractor: 'none',
    consultant: 'none',
    admin: 'none',
    server: 'all',
  },
)

for (const role of ['facility', 'contractor', 'consultant', 'admin'] as const) {
  suite(`a ${role}`, () => {
    // @covers 3.notification-settings.columns 7.notification-settings.read
    test('has all settings on at first', async () => {
      const { id, client } = await createActor(role)
      const call = client.from('notification_settings').select('*').eq('user_id', id)
      assert.deepEqual(only(await rowsOf(call)), { user_id: id, ...all })
    })

    // @covers 7.notification-settings.upsert
    test('turns each setting off and on', async () => {
      const { id, client } = await createActor(role)
      const settings = () => client.from('notification_settings')
      for (const toggle of ['email', 'sound', 'messages', 'job_updates', 'payments'] as const) {
        for (const value of [false, true]) {
          const row = { user_id: id, ...all, [toggle]: value }
          await settings().upsert(row).throwOnError()
          assert.deepEqual(only(await rowsOf(settings().select())), row)
        }
      }
    })

    test('upserts one setting and keeps the others', async () => {
      const { id, client } = await createActor(role)
      const change = { user_id: id, sound: false }
      const call = client
        .from('notification_settings')
        .upsert(change, { onConflict: 'user_id', defaultToNull: false })
      const { data: saved } = await call.select().single().throwOnError()
      assert.deepEqual(saved, { ...all, ...change })
    })

    test('deletes the row, and upserts another', async () => {
      const { id, client } = await createActor(role)
      const settings = () => client.from('notification_settings')
      await expectSuccess(settings().delete().eq('user_id', id), 204)
      assert.deepEqual(await rowsOf(settings().select()), [])
      const call = settings().upsert({ user_id: id, email: false }).select()
      assert.deepEqual(only(await rowsOf(call, 201)), { ...all, user_id: id, email: false })
    })
  })
}

suite("somebody else's settings", () => {
  test('cannot be changed or created', async () => {
    const other = { user_id: idOf('contractor'), ...all, email: false }
    for (const login of ['facility', 'consultant', 'admin'] as const) {
      const settings = () => clientFor(login).from('notification_settings')
      await expectRefusal(settings().upsert(other), 403, '42501')
      await expectRefusal(settings().insert(other), 403, '42501')
      const change = settings().update({ email: false }).eq('user_id', other.user_id).select()
      assert.deepEqual(await rowsOf(change), [])
      assert.deepEqual(await rowsOf(settings().delete().neq('user_id', idOf(login)).select()), [])
    }
    await expectRefusal(visitor.from('notification_settings').upsert(other), 401, '42501')
  })

  test('cannot be taken over by a changed user_id', async () => {
    const { id, client } = await createActor('facility')
    const change = { user_id: idOf('contractor') }
    const call = client.from('notification_settings').update(change).eq('user_id', id)
    await expectRefusal(call, 403, '42501')
  })
})
