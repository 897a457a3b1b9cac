import assert from 'node:assert/strict'
import { idOf, type Stories } from '../support/run-story.ts'

export const stories: Stories = {
  // @covers 7.notification-settings.upsert
  'a setting is upserted for its user only': async (stage) => {
    const upsert = 'insert into public.notification_settings (user_id, email) values ($1, false) on conflict (user_id) do update set email = excluded.email'
    await stage.as('carl', upsert, [idOf('carl')])
    assert.deepEqual(await stage.asServer('select user_id from public.notification_settings where not email'), [{ user_id: idOf('carl') }])
    assert.equal((await stage.as('carl', 'update public.notification_settings set sound = false returning 1')).length, 1)
    await stage.assertRefused('carl', '42501', 'update public.notification_settings set user_id = $1', [idOf('cora')])
  },
}
