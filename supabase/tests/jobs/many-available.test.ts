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
    assert.deepEqual(await find({ budget_to: 90, skip: 9995 }), { ...more, shown: 5 })
    assert.deepEqual((await find({ budget_to: 90, skip: 10_000 })).shown, 0)
    assert.deepEqual((await find({ query: 'lamp', skip: 10_000 })).shown, 0)
    // Without a search the total is exact.
    const beyondLimit = { category: 'Other', skip: 10_000 }
    assert.deepEqual(await find(beyondLimit), { total: 10_001, hasMore: false, shown: 1 })
  }))

/** Lists the titles of all matches from the view, without the procedure. */
async function listMatches(stage: Stage, words: string[], order: string) {
  const rows = await stage.asServer(
    `select title from app.biddable_jobs j
     where (select bool_and(app.job_words(title, description, location, category) @@ to_tsquery('simple', word || ':*'))
            from unnest($1::text[]) word)
     order by ${order}`,
    [words],
  )
  return rows.map(({ title }) => title)
}

/** All except the newest 400 of the 10,401 jobs match "lamp", and one in a hundred matches "brass". */
async function postMatchesBehindOthers(stage: Stage) {
  await stage.asServer('set local session_replication_role = replica')
  await stage.asServer(
    `insert into public.jobs (facility_id, title, description, budget, category, created_at)
     select $1, case when n > 10001 then 'Pump ' else 'Lamp ' end || n,
            case when n % 100 = 0 then 'Of brass.' else 'It blinks.' end,
            100 + n * 7919 % 1000, 'Other', timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, 10401) n`,
    [idOf('frank')],
  )
  await stage.asServer('set local session_replication_role = origin')
}

const orders = [
  [{ by_budget: false, descending: true }, 'created_at desc, id'],
  [{ by_budget: false, descending: false }, 'created_at, id'],
  [{ by_budget: true, descending: true }, 'budget desc, id'],
  [{ by_budget: true, descending: false }, 'budget, id'],
] as const

test('a page of more than 10,000 matches has the first ones of each order', () =>
  runStory(pool, async (stage) => {
    await postMatchesBehindOthers(stage)
    for (const [search, order] of orders) {
      const all = await listMatches(stage, ['lamp'], order)
      // For pages that reach beyond the 200th match, the procedure sorts all matches.
      for (const skip of [0, 7, 190, 191, 5000]) {
        const found = await findJobs(stage, { ...search, query: 'lamp', skip })
        const titles = all.slice(skip, skip + 10)
        assert.deepEqual(found, { titles, total: 10_000, hasMore: true }, `${order} ${skip}`)
      }
    }
  }))

test('a rare word beside a frequent one finds and counts what has both, in each order', () =>
  runStory(pool, async (stage) => {
    await postMatchesBehindOthers(stage)
    for (const [search, order] of orders) {
      const all = await listMatches(stage, ['lamp', 'brass'], order)
      for (const skip of [0, 95, 200]) {
        const found = await findJobs(stage, { ...search, query: 'brass lamp', skip })
        const titles = all.slice(skip, skip + 10)
        const total = titles.length > 0 ? all.length : 0
        assert.deepEqual(found, { titles, total, hasMore: false }, `${order} ${skip}`)
      }
    }
  }))

test('a search among budgets looks at the jobs of these budgets alone', () =>
  runStory(pool, async (stage) => {
    await postMatchesBehindOthers(stage)
    const found = await findJobs(stage, {
      query: 'lamp',
      budget_from: 100,
      budget_to: 100,
      size: 20,
    })
    assert.deepEqual([found.total, found.hasMore, found.titles.length], [10, false, 10])
    const all = await findJobs(stage, { query: 'lamp', budget_from: 100, budget_to: 1099 })
    assert.deepEqual([all.total, all.hasMore, all.titles[0]], [10_000, true, 'Lamp 10001'])
  }))

test('a page of more than 10,000 jobs of a budget has the right ones in each order', () =>
  runStory(pool, async (stage) => {
    await postMatchesBehindOthers(stage)
    for (const [search, order] of orders) {
      const rows = await stage.asServer(
        `select title from app.biddable_jobs where budget >= 100 order by ${order}`,
      )
      for (const skip of [0, 7, 5000]) {
        const titles = rows.slice(skip, skip + 10).map(({ title }) => title)
        const found = await findJobs(stage, { ...search, budget_from: 100, skip })
        assert.deepEqual(found, { titles, total: 10_000, hasMore: true }, `${order} ${skip}`)
      }
    }
  }))
