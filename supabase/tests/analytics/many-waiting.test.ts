// What an admin is told where nobody bids on more jobs than anybody sees to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { idOf, type Stage, tell } from '../support/story.ts'

const { pool } = await productDatabase()

async function postMany(stage: Stage, first: number, last: number) {
  await stage.truth('set local session_replication_role = replica')
  await stage.truth(
    `insert into public.jobs (facility_id, title, description, budget, category, created_at)
     select $1, 'Lamp ' || n, 'It blinks.', 90, 'Other', now() - interval '4 days' - n * interval '1 minute'
     from generate_series($2::integer, $3::integer) n`,
    [idOf('frank'), first, last],
  )
  await stage.truth('set local session_replication_role = origin')
}

test('of jobs without bids the newest thousand wait for an admin, and one that says there are more', () =>
  tell(pool, async (stage) => {
    const told = async () => {
      const [kind] = await stage.as(
        'ada',
        "select number::integer from public.dashboard_waiting_counts where kind = 'job_without_bids'",
      )
      const rows = await stage.as(
        'ada',
        "select title from public.dashboard_waiting where kind = 'job_without_bids' order by since desc",
      )
      return [kind?.['number'], rows.length, rows[0]?.['title'], rows.at(-1)?.['title']]
    }
    const found = async (descending: boolean, skip: number) => {
      const rows = await stage.as(
        'ada',
        `select j.title, f.total::integer, f.has_more
         from public.admin_find_jobs_without_bids($1, $2, 2) with ordinality as f (id, total, has_more, place)
           join public.jobs j on j.id = f.id order by f.place`,
        [descending, skip],
      )
      return rows.map(({ title, total, has_more: hasMore }) => [title, total, hasMore])
    }
    // The oldest is that of the world, of nine days.
    await postMany(stage, 1, 999)
    assert.deepEqual(await told(), [1000, 1000, 'Lamp 1', 'Job open'])
    assert.deepEqual(await found(true, 999), [['Job open', 1000, false]])
    await postMany(stage, 1000, 2000)
    assert.deepEqual(await found(true, 998), [
      ['Lamp 999', 1000, true],
      ['Lamp 1000', 1000, true],
    ])
    assert.deepEqual(await found(false, 0), [
      ['Job open', 1000, true],
      ['Lamp 2000', 1000, true],
    ])
    assert.deepEqual(await found(true, 1000), [])
    assert.deepEqual(await told(), [1001, 1001, 'Lamp 1', 'Lamp 1001'])
    const listed = await stage.as('ada', 'select from public.admin_jobs_without_bids()')
    assert.equal(listed.length, 2001)
    assert.deepEqual(
      await stage.as(
        'fiona',
        "select from public.dashboard_waiting where kind = 'job_without_bids'",
      ),
      [],
    )
  }))
