import assert from 'node:assert/strict'
import { idOf, type Stories } from '../support/story.ts'

const changes = `select table_name, kind, new_row ->> 'status' as after, old_row ->> 'status' as before
  from realtime.changes where id > $1 order by id`

export const stories: Stories = {
  'each change of a watched row is recorded, with what it was and is': async (stage) => {
    const [last] = await stage.truth('select coalesce(max(id), 0) as id from realtime.changes')
    await stage.as('carl', "update public.jobs set status = 'finished' where id = $1", [idOf('job awarded')])
    assert.deepEqual(await stage.truth(changes, [last?.['id']]), [
      { table_name: 'payments', kind: 'INSERT', after: 'pending', before: null },
      { table_name: 'jobs', kind: 'UPDATE', after: 'finished', before: 'open' },
    ])
  },

  'people, jobs, bids, consultations, messages and payments are watched': async (stage) => {
    const watched = await stage.truth('select distinct table_name from realtime.changes order by 1')
    assert.deepEqual(watched.map((row) => row['table_name']), ['bids', 'consultations', 'jobs', 'messages', 'payments', 'profiles'])
  },

  'no change carries an email or a phone, and nobody reads the table itself': async (stage) => {
    assert.deepEqual(await stage.truth("select from realtime.changes where new_row::text like '%@example.com%'"), [])
    for (const person of ['fiona', 'ada', 'visitor'] as const) {
      await stage.isRefused(person, '42501', 'select from realtime.changes')
    }
  },
}
