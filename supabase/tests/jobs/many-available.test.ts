// Tests the totals that contractors see if more jobs match than the search counts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { idOf, type Stage, runStory } from '../support/run-story.ts'
import { findJobs, type JobSearch } from './available-stories.ts'

const { pool } = await productDatabase()

async function postMany(stage: Stage, count: number) {
  await stage.asServer('set local session_replication_role = replica')
  await stage.asServer(
    `insert into public.jobs (facility_id, title, description, budget, category)
     select $1, 'Lamp ' || n, 'It blinks.', 90, 'Other' from generate_series(1, $2::integer) n`,
    [idOf('frank'), count],
  )
  await stage.asServer('set local session_replication_role = origin')
  await stage.asServer('select private.recount()')
}

test('a search with more than 10,000 matches sets has_more', () =>
  runStory(pool, async (stage) => {
    const find = async (search: JobSearch) => {
      const { titles, ...totals } = await findJobs(stage, search)
      return { ...totals, shown: titles.length }
    }
    await postMany(stage, 10_000)
    const lastPage = { query: 'lamp', skip: 9995 }
    assert.deepEqual(await find(lastPage), { total: 10_000, hasMore: false, shown: 5 })
    await postMany(stage, 1)
    const more = { total: 10_000, hasMore: true }
    assert.deepEqual(await find(lastPage), { ...more, shown: 5 })
    assert.deepEqual(await find({ budget_to: 90, skip: 20 }), { ...more, shown: 10 })
    assert.deepEqual((await find({ query: 'lamp', skip: 10_000 })).shown, 0)
    // Without a search the total is exact.
    const beyondLimit = { category: 'Other', skip: 10_000 }
    assert.deepEqual(await find(beyondLimit), { total: 10_001, hasMore: false, shown: 1 })
  }))
