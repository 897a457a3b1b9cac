import assert from 'node:assert/strict'
import { idOf, type Stories } from '../support/story.ts'

const range = "('2026-03-07'::date, '2026-03-09'::date)"

export const stories: Stories = {
  'days are those of the time zone, both ends included, without a gap': async (stage) => {
    // 23:30 on the 7th and 00:30 on the 10th in Denver; the 8th has 23 hours there.
    await stage.truth("update public.jobs set created_at = '2026-03-08T06:30Z' where id = $1", [idOf('job open')])
    await stage.truth("update public.jobs set created_at = '2026-03-10T06:30Z' where id = $1", [idOf('job bidden')])
    await stage.truth("update public.bids set created_at = '2026-03-10T05:30Z' where id = $1", [idOf('bid carl bidden')])
    assert.deepEqual(await stage.as('ada', `select date::text, posted_jobs::integer, bids::integer from public.get_job_analytics${range}`), [
      { date: '2026-03-07', posted_jobs: 1, bids: 0 },
      { date: '2026-03-08', posted_jobs: 0, bids: 0 },
      { date: '2026-03-09', posted_jobs: 0, bids: 1 },
    ])
  },

  'revenue sums what was paid and not given back': async (stage) => {
    await stage.truth("update public.payments set status = 'paid', paid_at = '2026-03-08T12:00Z' where amount = 150")
    await stage.truth("update public.payments set status = 'refunded', refunded_at = now() where consultation_id = $1", [idOf('consultation past')])
    const rows = await stage.as('ada', `select amount from public.get_revenue_analytics${range}`)
    assert.deepEqual(rows.map(({ amount }) => Number(amount)), [0, 450, 0])
  },

  'people and consultations are counted by the day they came': async (stage) => {
    await stage.truth("update public.profiles set created_at = '2026-03-09T12:00Z' where role = 'consultant'")
    await stage.truth("update public.consultations set created_at = '2026-03-07T12:00Z' where facility_id = $1", [idOf('frank')])
    const counts = async (name: string) => (await stage.as('ada', `select count from public.${name}${range}`)).map(({ count }) => Number(count))
    assert.deepEqual(await counts('get_user_growth'), [0, 0, 2])
    assert.deepEqual(await counts('get_consultation_analytics'), [3, 0, 0])
  },

  'categories are counted without deleted jobs, those without any as 0': async (stage) => {
    const rows = await stage.as('ada', 'select category, count::integer from public.get_job_categories()')
    assert.equal(rows.length, 7)
    assert.deepEqual(rows.filter(({ count }) => count !== 0), [{ category: 'Roofing', count: 5 }])
  },

  'a range that is upside down, too long or missing is refused': async (stage) => {
    for (const name of ['get_revenue_analytics', 'get_user_growth', 'get_job_analytics', 'get_consultation_analytics']) {
      for (const [from, to] of [['2026-01-02', '2026-01-01'], ['2020-01-01', '2026-01-01'], [null, '2026-01-01'], ['2026-01-01', null]]) {
        const { status } = await stage.isRefused('ada', 'range_invalid', `select from public.${name}($1, $2)`, [from, to])
        assert.equal(status, 400)
      }
      assert.equal((await stage.as('ada', `select from public.${name}('2020-01-01', date '2020-01-01' + 999)`)).length, 1000)
    }
  },

  'live figures and people by role are those of this moment': async (stage) => {
    assert.deepEqual(await stage.as('ada', 'select open_jobs::integer, pending_bids::integer from public.admin_live_metrics'), [{ open_jobs: 4, pending_bids: 3 }])
    assert.deepEqual(await stage.as('ada', 'select role, total::integer from public.dashboard_total_users_by_role order by role'), [
      { role: 'admin', total: 1 }, { role: 'consultant', total: 2 }, { role: 'contractor', total: 2 }, { role: 'facility', total: 2 },
    ])
  },
}
