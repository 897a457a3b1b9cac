// Compares the pages that contractors browse with the view that defines them.
import assert from 'node:assert/strict'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

export interface JobSearch {
  query?: string
  category?: string
  budget_from?: number
  budget_to?: number
  by_budget?: boolean
  descending?: boolean
  skip?: number
  size?: number
  within_miles?: number
  town?: string
  by_distance?: boolean
  by_relevance?: boolean
}

export async function findJobs(stage: Stage, search: JobSearch = {}) {
  const names = Object.keys(search).map((name, index) => `${name} => $${index + 1}`)
  const rows = await stage.as(
    'carl',
    `select j.title, f.total::integer, f.has_more from public.find_available_jobs(${names.join()}) with ordinality as f (id, total, has_more, snapshot, place)
       join public.dashboard_available_jobs j on j.id = f.id order by f.place`,
    Object.values(search),
  )
  const [first = { total: 0, has_more: false }] = rows
  for (const row of rows)
    assert.deepEqual([row['total'], row['has_more']], [first['total'], first['has_more']])
  return {
    titles: rows.map(({ title }) => title),
    total: first['total'],
    hasMore: first['has_more'],
  }
}

/** Posts jobs of two facilities with three categories and budgets, one a day. */
async function postJobs(stage: Stage) {
  await stage.asServer(
    `insert into public.jobs (facility_id, title, description, location, budget, category, created_at)
     values ($1, 'Boiler 100%', 'It hums.', 'Denver', 900, 'HVAC', now() - interval '4 days'),
            ($1, 'Gutters', 'Near the boiler_room.', null, 300, 'Roofing', now() - interval '3 days'),
            ($2, 'Lamps', 'They blink.', 'Boilerville', 5000, 'Electrical', now() - interval '2 days'),
            ($2, 'Pump', 'It leaks.', 'Boulder', 300, 'HVAC', now() - interval '1 day')`,
    [idOf('fiona'), idOf('frank')],
  )
}

const onlyTitles = (...titles: string[]) => ({ titles, total: titles.length, hasMore: false })

export const stories: Stories = {
  'a page of available jobs agrees with the view, in each order': async (stage) => {
    await postJobs(stage)
    for (const [search, order] of [
      [{ by_budget: false, descending: true }, 'created_at desc, id'],
      [{ by_budget: false, descending: false }, 'created_at, id'],
      [{ by_budget: true, descending: true }, 'budget desc, id'],
      [{ by_budget: true, descending: false }, 'budget, id'],
    ] as const) {
      const all = (
        await stage.as(
          'carl',
          `select title from public.dashboard_available_jobs order by ${order}`,
        )
      ).map(({ title }) => title)
      assert.equal(all.length, 7)
      assert.deepEqual(await findJobs(stage, search), { titles: all, total: 7, hasMore: false })
      assert.deepEqual(await findJobs(stage, { ...search, skip: 5, size: 5 }), {
        titles: all.slice(5),
        total: 7,
        hasMore: false,
      })
      assert.deepEqual(await findJobs(stage, { ...search, budget_from: 0, skip: 2, size: 3 }), {
        titles: all.slice(2, 5),
        total: 7,
        hasMore: false,
      })
    }
    assert.deepEqual((await findJobs(stage, { skip: 7 })).titles, [])
    assert.deepEqual((await findJobs(stage, { skip: -1, size: 1 })).titles.length, 1)
  },

  'available jobs are found by the words of their title, description, location and category':
    async (stage) => {
      await postJobs(stage)
      await stage.asServer(
        "update public.jobs set description = 'A freeze-proof hose bib/tap.' where title = 'Pump'",
      )
      for (const [query, ...titles] of [
        ['bOILER', 'Lamps', 'Gutters', 'Boiler 100%'],
        // A search word matches words that begin with it, but not words that contain it elsewhere.
        ['boi', 'Lamps', 'Gutters', 'Boiler 100%'],
        ['oiler'],
        ['roof gutters', 'Gutters'],
        ['roofing gut', 'Gutters'],
        // A search word matches other grammatical forms of the same word.
        ['blinking', 'Lamps'],
        // Each word has to match, but words like "the" are ignored if the query has other words.
        ['the hums boiler', 'Boiler 100%'],
        ['hums lamps'],
        // Punctuation separates words.
        ['100%', 'Boiler 100%'],
        ['proof', 'Pump'],
        ['freeze-pr', 'Pump'],
        ['tap', 'Pump'],
        ['boiler_room', 'Gutters'],
        ["boiler' | 'lamps", 'Lamps'],
        ['%'],
        ['\\'],
        ["':* & !"],
      ] as const)
        assert.deepEqual((await findJobs(stage, { query })).titles, titles, query)
      assert.deepEqual(await findJobs(stage, { query: 'boiler', skip: 1, size: 1 }), {
        titles: ['Gutters'],
        total: 3,
        hasMore: false,
      })
      await stage.assertRefused('carl', 'text_too_long', 'select public.find_available_jobs($1)', [
        'x'.repeat(201),
      ])
    },

  'available jobs are filtered by category and budget, both ends included': async (stage) => {
    await postJobs(stage)
    assert.deepEqual(await findJobs(stage, { category: 'HVAC' }), onlyTitles('Pump', 'Boiler 100%'))
    assert.deepEqual(
      await findJobs(stage, { category: 'HVAC', budget_from: 301 }),
      onlyTitles('Boiler 100%'),
    )
    assert.deepEqual(
      await findJobs(stage, { budget_from: 900, budget_to: 5000 }),
      onlyTitles('Lamps', 'Boiler 100%'),
    )
    assert.deepEqual(await findJobs(stage, { budget_to: 300 }), onlyTitles('Pump', 'Gutters'))
    assert.deepEqual(
      await findJobs(stage, { category: 'Electrical', query: 'boiler', budget_to: 5000 }),
      onlyTitles('Lamps'),
    )
    assert.deepEqual(await findJobs(stage, { category: 'Magic' }), onlyTitles())
  },

  'a search finds and counts only jobs that can be bid on': async (stage) => {
    const readTotals = async () => [
      (await findJobs(stage, { query: 'Job' })).total,
      (await findJobs(stage, { budget_to: 500 })).total,
      (await findJobs(stage)).total,
      (await findJobs(stage, { category: 'Roofing' })).total,
    ]
    // One of the six jobs is awarded, one is finished and one is deleted.
    assert.deepEqual(await readTotals(), [3, 3, 3, 3])
    await stage.as('ada', "select public.admin_ban($1, now() + interval '1 day', 'Fraud')", [
      idOf('fiona'),
    ])
    assert.deepEqual(await readTotals(), [1, 1, 1, 1])
    // The ban expires without an admin's action.
    await stage.asServer(
      "update app.contacts set banned_until = now() - interval '1 second' where user_id = $1",
      [idOf('fiona')],
    )
    assert.deepEqual(await readTotals(), [3, 3, 3, 3])
  },
}
