import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { testByRole, onlyFor } from '../support/by-role.ts'
import { clientFor, type Client } from '../support/clients.ts'
import { only, expectRefusal, rowsOf } from '../support/expect.ts'

const today = z
  .object({ today: z.iso.date() })
  .parse(only(await rowsOf(clientFor('admin').from('admin_live_metrics').select('today')))).today

function daysAgo(days: number) {
  return new Date(Date.parse(today) - days * 24 * 3600 * 1000).toISOString().slice(0, 10)
}

type Series =
  | 'get_revenue_analytics'
  | 'get_user_growth'
  | 'get_job_analytics'
  | 'get_consultation_analytics'
  | 'get_daily_analytics'

const columns: Record<Series, string[]> = {
  get_revenue_analytics: ['amount'],
  get_user_growth: ['count'],
  get_job_analytics: ['posted_jobs', 'bids'],
  get_consultation_analytics: ['count'],
  get_daily_analytics: ['posted_jobs', 'bids', 'consultations', 'users', 'revenue'],
}
const all: Series[] = [
  'get_revenue_analytics',
  'get_user_growth',
  'get_job_analytics',
  'get_consultation_analytics',
  'get_daily_analytics',
]

const call = (client: Client, name: Series, start_date: string, end_date: string) =>
  client.rpc(name, { start_date, end_date })

for (const name of all) {
  testByRole(name, (client) => call(client, name, daysAgo(6), today), onlyFor('admin', 'all'))

  suite(`${name}, as the charts read it`, () => {
    // @covers 7.rpc.revenue 7.rpc.user-growth 7.rpc.jobs 7.rpc.consultations 3.series.revenue
    // @covers 3.series.user-growth 3.series.jobs 3.series.consultations
    test('has a row for each day, both ends included', async () => {
      const rows = await rowsOf(call(clientFor('admin'), name, daysAgo(89), today))
      assert.equal(rows.length, 90)
      assert.deepEqual(
        rows.map(({ date }) => date),
        Array.from({ length: 90 }, (_, at) => daysAgo(89 - at)),
      )
      for (const row of rows) {
        assert.deepEqual(Object.keys(row), ['date', ...columns[name]])
        for (const column of columns[name]) assert.equal(typeof row[column], 'number')
      }
      assert.ok(rows.some((row) => columns[name].some((column) => Number(row[column]) > 0)))
    })

    test('accepts a range of one day and of 1,000 days', async () => {
      assert.equal((await rowsOf(call(clientFor('admin'), name, today, today))).length, 1)
      assert.equal((await rowsOf(call(clientFor('admin'), name, daysAgo(999), today))).length, 1000)
    })

    test('refuses a range that ends before it begins or never ends', async () => {
      await expectRefusal(call(clientFor('admin'), name, today, daysAgo(1)), 400, 'range_invalid')
      await expectRefusal(
        call(clientFor('admin'), name, daysAgo(1000), today),
        400,
        'range_invalid',
      )
      await expectRefusal(call(clientFor('admin'), name, '-infinity', 'infinity'), 400, '22008')
    })

    test('refuses an invalid date', async () => {
      await expectRefusal(call(clientFor('admin'), name, 'yesterdayish', today), 400, '22007')
      await expectRefusal(call(clientFor('admin'), name, '2025-02-30', today), 400, '22008')
    })
  })
}

// @covers 7.rpc.categories
testByRole(
  'get_job_categories',
  (client) => client.rpc('get_job_categories'),
  onlyFor('admin', 'all'),
)

// @covers 7.rpc.categories 3.series.categories
test('returns the seven categories with their counts', async () => {
  const rows = await rowsOf(clientFor('admin').rpc('get_job_categories'))
  const names = ['Electrical', 'Plumbing', 'HVAC', 'Roofing', 'Grounds', 'General', 'Other']
  assert.deepEqual(
    rows.map(({ category }) => category),
    names,
  )
  for (const { count } of rows) assert.ok(Number(count) > 0)
})

// @covers 7.views.users-by-role
testByRole(
  'dashboard_total_users_by_role',
  (client) => client.from('dashboard_total_users_by_role').select('*'),
  onlyFor('admin', 'all'),
)

// @covers 7.views.live-metrics
testByRole(
  'admin_live_metrics',
  (client) => client.from('admin_live_metrics').select('*'),
  onlyFor('admin', 'all'),
)

suite('the figures of the dashboard', () => {
  // @covers 3.views.live-metrics 3.views.users-by-role
  test('match the rows that they count', async () => {
    const admin = clientFor('admin')
    const [metrics, roles, jobs, bids] = await Promise.all([
      rowsOf(admin.from('admin_live_metrics').select('open_jobs, pending_bids')),
      rowsOf(admin.from('dashboard_total_users_by_role').select('role, total').order('role')),
      admin
        .from('jobs')
        .select('*', { count: 'exact', head: true })
        .eq('status', 'open')
        .eq('is_deleted', false),
      admin.from('bids').select('*', { count: 'exact', head: true }).eq('status', 'pending'),
    ])
    assert.deepEqual(metrics, [{ open_jobs: jobs.count, pending_bids: bids.count }])
    assert.deepEqual(
      roles.map(({ role }) => role),
      ['admin', 'consultant', 'contractor', 'facility'],
    )
  })
})
