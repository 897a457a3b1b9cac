// Tests searches after ANALYZE has stored which words are frequent. They must find and count the same jobs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { idOf, runStory, type Stage } from '../support/run-story.ts'
import { findJobs } from './available-stories.ts'

const { pool } = await productDatabase()

/** Posts lamps, one a minute, and three of them as HVAC. */
async function postLamps(stage: Stage, count: number) {
  await stage.asServer('set local session_replication_role = replica')
  await stage.asServer(
    `insert into public.jobs (facility_id, title, description, budget, category, created_at)
     select $1, 'Lamp ' || n, 'It blinks.', 100 + n * 7919 % 1000, case when n <= 3 then 'HVAC' else 'Other' end,
            timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, $2::integer) n`,
    [idOf('frank'), count],
  )
  await stage.asServer('set local session_replication_role = origin')
  await stage.asServer('select private.recount()')
  await stage.asServer('analyze public.jobs')
}

async function minMatches(stage: Stage, query: string, category: string | null = null) {
  const [row] = await stage.asServer(
    'select app.min_job_matches((app.job_word_statistics($1)).common_share, $2) as number',
    [query, category],
  )
  return z.object({ number: z.number() }).parse(row).number
}

test('a search by frequent words is counted only where few jobs can match', () =>
  runStory(pool, async (stage) => {
    await postLamps(stage, 20_500)
    for (const query of ['lamp', 'lam', 'lamps blinking']) {
      assert.ok((await minMatches(stage, query)) > 20_000, query)
      const found = await findJobs(stage, { query, size: 2 })
      const titles = ['Lamp 20500', 'Lamp 20499']
      assert.deepEqual(found, { titles, total: 10_000, hasMore: true }, query)
    }
    const oldest = await findJobs(stage, { query: 'lamp', descending: false, size: 2, skip: 1 })
    assert.deepEqual(oldest.titles, ['Lamp 2', 'Lamp 3'])

    // In a category or among budgets that have few jobs, the matches are counted.
    assert.ok((await minMatches(stage, 'lamp', 'HVAC')) < 1000)
    const inCategory = await findJobs(stage, { query: 'lamp', category: 'HVAC' })
    const titles = ['Lamp 3', 'Lamp 2', 'Lamp 1']
    assert.deepEqual(inCategory, { titles, total: 3, hasMore: false })
    const withBudget = await findJobs(stage, { query: 'lamp', budget_to: 100 })
    assert.deepEqual([withBudget.total, withBudget.hasMore], [20, false])
  }))

test('a search by a word that some jobs lack is counted', () =>
  runStory(pool, async (stage) => {
    await postLamps(stage, 20_500)
    await stage.asServer("update public.jobs set description = 'Brass.' where title like 'Lamp %9'")
    await stage.asServer('analyze public.jobs')
    assert.ok((await minMatches(stage, 'brass')) < 3000)
    const found = await findJobs(stage, { query: 'lamp brass', size: 1 })
    assert.deepEqual(found, { titles: ['Lamp 20499'], total: 2050, hasMore: false })
  }))

test('a rare word beside a frequent one finds the jobs with both, in each order', () =>
  runStory(pool, async (stage) => {
    await postLamps(stage, 5000)
    await stage.asServer("update public.jobs set title = 'Pump 4815' where title = 'Lamp 4815'")
    const [row] = await stage.asServer(
      `select cardinality(app.rare_job_matches(w.rare, app.job_search('lamp 481'))) as number
       from app.job_word_statistics('lamp 481') w`,
    )
    assert.deepEqual(row, { number: 10 })
    const rare = { total: 10, hasMore: false }
    const query = 'lamp 481'
    assert.deepEqual(await findJobs(stage, { query, size: 2 }), {
      titles: ['Lamp 4819', 'Lamp 4818'],
      ...rare,
    })
    assert.deepEqual(await findJobs(stage, { query, size: 2, skip: 9 }), {
      titles: ['Lamp 481'],
      ...rare,
    })
    assert.deepEqual((await findJobs(stage, { query, descending: false, size: 1 })).titles, [
      'Lamp 481',
    ])
    assert.equal((await findJobs(stage, { query: 'lamp 481 brass' })).total, 0)
    assert.equal((await findJobs(stage, { query, category: 'HVAC' })).total, 0)
  }))
