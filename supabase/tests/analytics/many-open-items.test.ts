// Tests the dashboard of an admin who has more open items than the view returns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { idOf, type Stage, runStory } from '../support/run-story.ts'

const { pool } = await productDatabase()

async function postMany(stage: Stage, first: number, last: number) {
  await stage.asServer('set local session_replication_role = replica')
  await stage.asServer(
    `insert into public.jobs (facility_id, title, description, budget, category, created_at)
     select $1, 'Lamp ' || n, 'It blinks.', 90, 'Other', now() - interval '4 days' - n * interval '1 minute'
     from generate_series($2::integer, $3::integer) n`,
    [idOf('frank'), first, last],
  )
  await stage.asServer('set local session_replication_role = origin')
}

async function openItems(stage: Stage, kind: string, ofEach: 'title' | 'other_name') {
  const [counts] = await stage.as(
    'ada',
    'select number::integer from public.dashboard_waiting_counts where kind = $1',
    [kind],
  )
  const rows = await stage.as(
    'ada',
    `select ${ofEach} as name from public.dashboard_waiting where kind = $1 order by since desc`,
    [kind],
  )
  return [counts?.['number'], rows.length, rows[0]?.['name'], rows.at(-1)?.['name']]
}

test("an admin's open items have the newest 100 jobs without bids, and one more if there are more", () =>
  runStory(pool, async (stage) => {
    const readOpenItems = () => openItems(stage, 'job_without_bids', 'title')
    // The oldest job is from the shared test data and is nine days old.
    await postMany(stage, 1, 99)
    assert.deepEqual(await readOpenItems(), [100, 100, 'Lamp 1', 'Job open'])
    await postMany(stage, 100, 300)
    assert.deepEqual(await readOpenItems(), [101, 101, 'Lamp 1', 'Lamp 101'])
    assert.deepEqual(
      await stage.as(
        'fiona',
        "select from public.dashboard_waiting where kind = 'job_without_bids'",
      ),
      [],
    )
  }))

test("an admin's open items have the newest 100 newcomers, and one more if there are more", () =>
  runStory(pool, async (stage) => {
    const readOpenItems = () => openItems(stage, 'newcomer', 'other_name')
    const signUp = (first: number, last: number) =>
      stage.asServer(
        `insert into auth.users (id, email, email_confirmed_at, created_at, raw_user_meta_data)
         select gen_random_uuid(), 'newcomer' || n || '@example.com', now(), now() + n * interval '1 minute',
                jsonb_build_object('full_name', 'Newcomer ' || n)
         from generate_series($1::integer, $2::integer) n`,
        [first, last],
      )
    // One of the users is from the shared test data.
    await signUp(1, 99)
    assert.deepEqual((await readOpenItems()).slice(0, 3), [100, 100, 'Newcomer 99'])
    await signUp(100, 300)
    assert.deepEqual(await readOpenItems(), [101, 101, 'Newcomer 300', 'Newcomer 200'])
    const listedRows = await stage.as('ada', 'select from public.admin_newcomers')
    assert.equal(listedRows.length, 301)
  }))

test('jobs without bids are counted up to a multiple of 100 behind the page, from either end', () =>
  runStory(pool, async (stage) => {
    const find = async (sortedBy: string, descending: boolean, skip: number) => {
      const rows = await stage.as(
        'ada',
        `select j.title, f.total::integer, f.has_more
         from public.admin_find_jobs_without_bids($2, $3, 2, $1) with ordinality as f (id, total, has_more, place)
           join public.jobs j on j.id = f.id order by f.place`,
        [sortedBy, descending, skip],
      )
      return rows.map(({ title, total, has_more: hasMore }) => [title, total, hasMore])
    }
    await postMany(stage, 1, 99)
    assert.deepEqual(await find('created_at', true, 99), [['Job open', 100, false]])
    await postMany(stage, 100, 2000)
    assert.deepEqual(await find('created_at', true, 97), [
      ['Lamp 98', 100, true],
      ['Lamp 99', 100, true],
    ])
    // The last page of the first 100 counts further, so there is a next page.
    assert.deepEqual(await find('created_at', true, 98), [
      ['Lamp 99', 200, true],
      ['Lamp 100', 200, true],
    ])
    assert.deepEqual(await find('created_at', true, 1999), [
      ['Lamp 2000', 2001, false],
      ['Job open', 2001, false],
    ])
    assert.deepEqual(await find('created_at', false, 0), [
      ['Job open', 100, true],
      ['Lamp 2000', 100, true],
    ])
    assert.deepEqual(await find('created_at', true, 2001), [])
    await stage.asServer("update public.jobs set budget = 50 where title = 'Lamp 7'")
    for (const [by, descending, first] of [
      ['budget', true, 'Job open'],
      ['budget', false, 'Lamp 7'],
      ['title', true, 'Lamp 999'],
      ['title', false, 'Job open'],
    ] as const) {
      const [page] = await find(by, descending, 0)
      assert.deepEqual(page, [first, 100, true], `${by} ${descending}`)
    }
    const listedRows = await stage.as('ada', 'select from public.admin_jobs_without_bids()')
    assert.equal(listedRows.length, 2001)
  }))
