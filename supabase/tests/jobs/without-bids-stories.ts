// Tests admin_find_jobs_without_bids, which returns one page of jobs in a requested order.
import assert from 'node:assert/strict'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

async function postJobs(stage: Stage) {
  await stage.asServer(
    `insert into public.jobs (facility_id, title, description, budget, category, created_at)
     select $1, 'Lamp ' || n, 'It blinks.', 10 + n % 3, 'Other', now() - interval '4 days' - n % 7 * interval '1 hour'
     from generate_series(1, 20) n`,
    [idOf('frank')],
  )
}

export const stories: Stories = {
  'a page of jobs without bids has the requested order': async (stage) => {
    await postJobs(stage)
    const page = 'select id from public.admin_find_jobs_without_bids($1, 3, 10, $2)'
    for (const by of ['created_at', 'budget', 'title']) {
      for (const descending of [true, false]) {
        const order = `${by} ${descending ? 'desc' : ''}, id`
        const all = `select id from public.admin_jobs_without_bids() order by ${order}`
        assert.deepEqual(
          await stage.as('ada', page, [descending, by]),
          (await stage.as('ada', all)).slice(3, 13),
          order,
        )
      }
    }
  },

  'an unknown order of jobs without bids is refused': async (stage) => {
    const page = 'select from public.admin_find_jobs_without_bids(sorted_by => $1)'
    for (const by of ['id', '', null]) {
      assert.equal((await stage.assertRefused('ada', 'order_unknown', page, [by])).status, 400)
      await stage.assertRefused('fiona', '42501', page, [by])
    }
  },
}
