import assert from 'node:assert/strict'
import { idOf, type Person, type Stage, type Stories } from '../support/run-story.ts'

const range = "('2026-03-07'::date, '2026-03-09'::date)"

function openItems(stage: Stage, person: Person, kind: string) {
  const statement = `select title, other_name, amount::float8, count::integer, since <= now() as is_past
    from public.dashboard_waiting where kind = $1 order by title, amount`
  return stage.as(person, statement, [kind])
}

const startIn2019 = (stage: Stage) =>
  stage.asServer("update public.consultations set scheduled_at = '2020-01-01T05:00Z', ends_at = '2020-01-01T06:00Z' where id = $1", [idOf('consultation ahead')])

export const stories: Stories = {
  'bids are an open item until one is accepted, a single one with its bidder': async (stage) => {
    const job = { title: 'Job bidden', amount: 400, is_past: true }
    assert.deepEqual(await openItems(stage, 'fiona', 'bids_to_judge'), [{ ...job, other_name: null, count: 2 }])
    await stage.as('carl', "update public.bids set status = 'withdrawn' where id = $1", [idOf('bid carl bidden')])
    assert.deepEqual(await openItems(stage, 'fiona', 'bids_to_judge'), [
      { ...job, amount: 450, other_name: 'cora', count: 1 },
    ])
    await stage.as('fiona', 'select public.accept_and_reject_bids($1, $2)', [idOf('bid cora bidden'), idOf('job bidden')])
    assert.deepEqual(await openItems(stage, 'fiona', 'bids_to_judge'), [])
    assert.deepEqual((await openItems(stage, 'cora', 'job_to_finish')).map(({ title, amount }) => [title, amount]), [['Job bidden', 450]])
  },

  'a payment is an open item of its payer only, until it is recorded': async (stage) => {
    await startIn2019(stage)
    const due = await openItems(stage, 'fiona', 'payment_due')
    assert.deepEqual(due.map(({ title, other_name, amount }) => [title, other_name, amount]), [
      ['Dec 31, 2019, 10:00 PM consultation', 'kim', 150], ['Job finished', 'carl', 200],
    ])
    assert.deepEqual(await openItems(stage, 'carl', 'payment_due'), [])
    await stage.as('fiona', "select public.record_payment(id, 'Check 9') from public.payments where job_id = $1", [idOf('job finished')])
    assert.equal((await openItems(stage, 'fiona', 'payment_due')).length, 1)
  },

  'awarded work is an open item of its contractor until it is finished': async (stage) => {
    assert.deepEqual(await openItems(stage, 'carl', 'job_to_finish'), [
      { title: 'Job awarded', other_name: 'fiona inc.', amount: 300, count: 1, is_past: true },
    ])
    await stage.as('carl', "update public.jobs set status = 'finished' where id = $1", [idOf('job awarded')])
    assert.deepEqual(await openItems(stage, 'carl', 'job_to_finish'), [])
  },

  'a review is an open item after the consultation, once and for sixty days': async (stage) => {
    assert.match(String((await openItems(stage, 'frank', 'review_to_leave'))[0]?.['title']), /^\w{3} \d+, .* [AP]M consultation$/)
    const nameOfWaiting = async () => (await openItems(stage, 'frank', 'review_to_leave')).map(({ other_name }) => other_name)
    assert.deepEqual(await nameOfWaiting(), ['kim'])
    const move = "update public.consultations set scheduled_at = now() - $2::interval, ends_at = now() - $2::interval + interval '60 minutes' where id = $1"
    await stage.asServer(move, [idOf('consultation past'), '61 days'])
    assert.deepEqual(await nameOfWaiting(), [])
    await stage.asServer(move, [idOf('consultation past'), '59 days'])
    await stage.as('frank', 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', [idOf('consultation past'), idOf('kim')])
    assert.deepEqual(await nameOfWaiting(), [])
  },

  'a consultation of the next day is an open item of both sides, a cancelled one of nobody': async (stage) => {
    const move = "update public.consultations set scheduled_at = now() + $2::interval, ends_at = now() + $2::interval + interval '60 minutes' where id = $1"
    for (const [when, count] of [['25 hours', 0], ['-30 minutes', 1], ['23 hours', 1]]) {
      await stage.asServer(move, [idOf('consultation ahead'), when])
      for (const person of ['fiona', 'kim'] as const) {
        assert.equal((await openItems(stage, person, 'consultation_soon')).length, count, `${person} ${when}`)
      }
    }
    await stage.asServer("update public.consultations set status = 'cancelled' where id = $1", [idOf('consultation ahead')])
    assert.deepEqual(await openItems(stage, 'kim', 'consultation_soon'), [])
  },

  'unread messages are one open item for each conversation, until they are read': async (stage) => {
    await startIn2019(stage)
    const titles = async () => (await openItems(stage, 'fiona', 'messages')).map(({ title, count }) => [title, count])
    assert.deepEqual(await titles(), [['Dec 31, 2019, 10:00 PM consultation', 1], ['Job awarded', 1]])
    await stage.as('carl', 'insert into public.messages (job_id, recipient_id, content) values ($1, $2, $3)', [idOf('job awarded'), idOf('fiona'), 'Done.'])
    assert.deepEqual(await titles(), [['Dec 31, 2019, 10:00 PM consultation', 1], ['Job awarded', 2]])
    await stage.as('fiona', 'update public.messages set read = true where recipient_id = auth.uid()')
    assert.deepEqual(await titles(), [])
  },

  'a demo request is an open item of admins until it is handled': async (stage) => {
    const names = async (person: Person) => (await openItems(stage, person, 'demo_request')).map(({ other_name }) => other_name)
    assert.equal((await names('ada')).length, 1)
    assert.deepEqual(await names('fiona'), [])
    await stage.as('ada', 'update public.demo_requests set handled = true')
    assert.deepEqual(await names('ada'), [])
  },

  'a job without a bid for three days is an open item of admins': async (stage) => {
    const titles = async (person: Person) => (await openItems(stage, person, 'job_without_bids')).map(({ title }) => title)
    const makeOlder = (hours: number) => stage.asServer('update public.jobs set created_at = now() - make_interval(hours => $1)', [hours])
    await makeOlder(71)
    assert.deepEqual(await titles('ada'), [])
    await makeOlder(73)
    assert.deepEqual(await titles('ada'), ['Job open'])
    assert.deepEqual(await titles('fiona'), [])
    await stage.as('cora', "update public.bids set status = 'withdrawn' where id = $1", [idOf('bid cora frank')])
    assert.deepEqual(await titles('ada'), ['Job frank', 'Job open'])
    await stage.asServer('update public.jobs set is_deleted = true where id = $1', [idOf('job open')])
    assert.deepEqual(await titles('ada'), ['Job frank'])
  },

  'a job of a banned facility is no open item until the ban ends': async (stage) => {
    const titles = async () => (await openItems(stage, 'ada', 'job_without_bids')).map(({ title }) => title)
    const numbers = async () =>
      (await stage.as('ada', "select number::integer from public.dashboard_waiting_counts where kind = 'job_without_bids'")).map(({ number }) => number)
    const readListed = async () => (await stage.as('ada', 'select title from public.admin_jobs_without_bids()')).map(({ title }) => title)
    await stage.asServer("update public.jobs set created_at = now() - interval '73 hours'")
    assert.deepEqual([await titles(), await numbers(), await readListed()], [['Job open'], [1], ['Job open']])
    await stage.as('ada', "select public.admin_ban($1, now() + interval '1 day', 'Fraud')", [idOf('fiona')])
    assert.deepEqual([await titles(), await numbers(), await readListed()], [[], [], []])
    // The ban expires without an admin's action.
    await stage.asServer("update app.contacts set banned_until = now() - interval '1 second' where user_id = $1", [idOf('fiona')])
    assert.deepEqual([await titles(), await numbers(), await readListed()], [['Job open'], [1], ['Job open']])
  },

  'the list of jobs without bids and its search agree with the dashboard': async (stage) => {
    const readListed = async (from: string) =>
      (await stage.as('ada', `select title from ${from} order by 1`)).map(({ title }) => title)
    await stage.asServer("update public.jobs set created_at = now() - interval '73 hours'")
    await stage.as('cora', "update public.bids set status = 'withdrawn' where id = $1", [idOf('bid cora frank')])
    const waiting = (await openItems(stage, 'ada', 'job_without_bids')).map(({ title }) => title)
    assert.deepEqual(waiting, ['Job frank', 'Job open'])
    assert.deepEqual(await readListed('public.admin_jobs_without_bids()'), waiting)
    assert.deepEqual(await readListed("public.admin_search_jobs('job', 'without_bids')"), waiting)
    assert.deepEqual(await readListed("public.admin_search_jobs('frank', 'without_bids')"), ['Job frank'])
  },

  // @covers 9.earnings.sum 4.consultation.upcoming
  "a consultant's statistics count reviews and consultations that were not cancelled": async (stage) => {
    const readSummary = async (person: Person) => {
      const [row] = await stage.as(person, `select consultations::integer, earnings::float8, upcoming::integer,
        average_rating::float8, review_count::integer, amount_due::float8, amount_paid::float8
        from public.dashboard_consultant_summary`)
      return row
    }
    const before = { consultations: 2, earnings: 300, upcoming: 1, average_rating: null, review_count: 0, amount_due: 300, amount_paid: 0 }
    assert.deepEqual(await readSummary('kim'), before)
    const start = "update public.consultations set scheduled_at = now() - $2::interval, ends_at = now() - $2::interval + interval '60 minutes' where id = $1"
    await stage.asServer(start, [idOf('consultation ahead'), '1 minute'])
    assert.deepEqual(await readSummary('kim'), { ...before, upcoming: 0 })
    await stage.asServer(start, [idOf('consultation ahead'), '-1 day'])
    await stage.as('frank', 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', [idOf('consultation past'), idOf('kim')])
    await stage.as('kim', "update public.consultations set status = 'cancelled' where id = $1", [idOf('consultation ahead')])
    assert.deepEqual(await readSummary('kim'), {
      ...before, consultations: 1, earnings: 150, upcoming: 0, average_rating: 4, review_count: 1, amount_due: 150,
    })
  },

  "a consultant's months follow the consultant's time zone, with gaps without reviews": async (stage) => {
    const readMonths = (from: string, to: string) =>
      stage.as('kim', `select month::text, earnings::float8, consultations::integer, average_rating::float8
        from public.consultant_months($1, $2)`, [from, to])
    const move = "update public.consultations set scheduled_at = $2, ends_at = $2::timestamptz + interval '60 minutes' where id = $1"
    await stage.as('frank', 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 3)', [idOf('consultation past'), idOf('kim')])
    // In Denver, the consultations are on March 31 and April 1, and the review is on April 30.
    await stage.asServer(move, [idOf('consultation past'), '2026-04-01T05:30Z'])
    await stage.asServer(move, [idOf('consultation ahead'), '2026-04-01T06:30Z'])
    await stage.asServer("update public.reviews set created_at = '2026-05-01T05:59Z' where consultant_id = $1", [idOf('kim')])
    const none = { earnings: 0, consultations: 0, average_rating: null }
    assert.deepEqual(await readMonths('2026-02-15', '2026-05-01'), [
      { month: '2026-02-01', ...none },
      { month: '2026-03-01', earnings: 150, consultations: 1, average_rating: null },
      { month: '2026-04-01', earnings: 150, consultations: 1, average_rating: 3 },
      { month: '2026-05-01', ...none },
    ])
    await stage.as('kim', "update public.profiles set time_zone = 'UTC' where id = auth.uid()")
    assert.deepEqual((await readMonths('2026-03-01', '2026-05-31')).map(({ consultations, average_rating: rating }) => [consultations, rating]), [
      [0, null], [2, null], [0, 3],
    ])
    assert.equal((await stage.assertRefused('kim', 'range_invalid', "select from public.consultant_months('2026-05-01', '2026-04-30')")).status, 400)
  },

  'the average of a profile is over the reviews that the user may see': async (stage) => {
    const readAverage = async (person: Person, consultant: Person) =>
      (await stage.as(person, 'select public.average_rating(p)::float8 as average from public.profiles p where id = $1', [idOf(consultant)]))[0]?.['average']
    assert.equal(await readAverage('fiona', 'kim'), null)
    await stage.as('frank', 'insert into public.reviews (consultation_id, consultant_id, rating) values ($1, $2, 4)', [idOf('consultation past'), idOf('kim')])
    assert.equal(await readAverage('fiona', 'kim'), 4)
    assert.equal(await readAverage('kurt', 'kurt'), 5)
  },

  'days follow the time zone, with both ends and without gaps': async (stage) => {
    // In Denver, the jobs are from the 7th and the 10th, and the bid is from the 9th. Daylight saving time begins on
    // the 8th, so this day has only 23 hours.
    await stage.asServer("update public.jobs set created_at = '2026-03-08T06:30Z' where id = $1", [idOf('job open')])
    await stage.asServer("update public.jobs set created_at = '2026-03-10T06:30Z' where id = $1", [idOf('job bidden')])
    await stage.asServer("update public.bids set created_at = '2026-03-10T05:30Z' where id = $1", [idOf('bid carl bidden')])
    assert.deepEqual(await stage.as('ada', `select date::text, posted_jobs::integer, bids::integer from public.get_job_analytics${range}`), [
      { date: '2026-03-07', posted_jobs: 1, bids: 0 },
      { date: '2026-03-08', posted_jobs: 0, bids: 0 },
      { date: '2026-03-09', posted_jobs: 0, bids: 1 },
    ])
  },

  // @covers 3.series.revenue
  'revenue sums payments that were not refunded': async (stage) => {
    await stage.asServer("update public.payments set status = 'paid', paid_at = '2026-03-08T12:00Z' where amount = 150")
    await stage.asServer("update public.payments set status = 'refunded', refunded_at = now() where consultation_id = $1", [idOf('consultation past')])
    const rows = await stage.as('ada', `select amount from public.get_revenue_analytics${range}`)
    assert.deepEqual(rows.map(({ amount }) => Number(amount)), [0, 450, 0])
  },

  // @covers 3.series.user-growth 3.series.consultations
  'users and consultations are counted by the day they were created': async (stage) => {
    await stage.asServer("update public.profiles set created_at = '2026-03-09T12:00Z' where role = 'consultant'")
    await stage.asServer("update public.consultations set created_at = '2026-03-07T12:00Z' where facility_id = $1", [idOf('frank')])
    const readCounts = async (name: string) => (await stage.as('ada', `select count from public.${name}${range}`)).map(({ count }) => Number(count))
    assert.deepEqual(await readCounts('get_user_growth'), [0, 0, 2])
    assert.deepEqual(await readCounts('get_consultation_analytics'), [3, 0, 0])
  },

  'get_daily_analytics has the figures of the four other functions': async (stage) => {
    await stage.asServer("update public.jobs set created_at = '2026-03-08T12:00Z' where id = $1", [idOf('job open')])
    await stage.asServer("update public.bids set created_at = '2026-03-08T12:00Z' where id = $1", [idOf('bid carl bidden')])
    await stage.asServer("update public.payments set status = 'paid', paid_at = '2026-03-08T12:00Z' where amount = 150")
    await stage.asServer("update public.profiles set created_at = '2026-03-09T12:00Z' where role = 'consultant'")
    await stage.asServer("update public.consultations set created_at = '2026-03-07T12:00Z' where facility_id = $1", [idOf('frank')])
    const figures = 'posted_jobs::integer, bids::integer, consultations::integer, users::integer, revenue::float8'
    assert.deepEqual(await stage.as('ada', `select date::text, ${figures} from public.get_daily_analytics${range}`), [
      { date: '2026-03-07', posted_jobs: 0, bids: 0, consultations: 3, users: 0, revenue: 0 },
      { date: '2026-03-08', posted_jobs: 1, bids: 1, consultations: 0, users: 0, revenue: 600 },
      { date: '2026-03-09', posted_jobs: 0, bids: 0, consultations: 0, users: 2, revenue: 0 },
    ])
  },

  // @covers 3.series.categories
  'categories are counted without deleted jobs, and empty ones are 0': async (stage) => {
    const rows = await stage.as('ada', 'select category, count::integer from public.get_job_categories()')
    assert.equal(rows.length, 7)
    assert.deepEqual(rows.filter(({ count }) => count !== 0), [{ category: 'Roofing', count: 5 }])
  },

  'categories of a range count the jobs that were posted on its days, without deleted ones': async (stage) => {
    await stage.asServer("update public.jobs set created_at = '2026-03-08T12:00Z', category = 'HVAC' where id = $1", [idOf('job open')])
    await stage.asServer("update public.jobs set created_at = '2026-03-10T12:00Z' where id = $1", [idOf('job finished')])
    await stage.asServer("update public.jobs set created_at = '2026-03-08T12:00Z' where is_deleted")
    const rows = await stage.as('ada', `select category, count::integer from public.get_job_category_analytics${range}`)
    assert.equal(rows.length, 7)
    assert.deepEqual(rows.filter(({ count }) => count !== 0), [{ category: 'HVAC', count: 1 }])
    for (const [from, to] of [['2026-01-02', '2026-01-01'], ['2020-01-01', '2026-01-01'], [null, '2026-01-01']]) {
      await stage.assertRefused('ada', 'range_invalid', 'select from public.get_job_category_analytics($1, $2)', [from, to])
    }
  },

  'a range that is reversed, too long or missing is refused': async (stage) => {
    for (const name of ['get_revenue_analytics', 'get_user_growth', 'get_job_analytics', 'get_consultation_analytics', 'get_daily_analytics']) {
      for (const [from, to] of [['2026-01-02', '2026-01-01'], ['2020-01-01', '2026-01-01'], [null, '2026-01-01'], ['2026-01-01', null]]) {
        const { status } = await stage.assertRefused('ada', 'range_invalid', `select from public.${name}($1, $2)`, [from, to])
        assert.equal(status, 400)
      }
      assert.equal((await stage.as('ada', `select from public.${name}('2020-01-01', date '2020-01-01' + 999)`)).length, 1000)
    }
  },

  // @covers 3.views.live-metrics 3.views.users-by-role
  'live metrics and users by role are current': async (stage) => {
    assert.deepEqual(await stage.as('ada', 'select open_jobs::integer, pending_bids::integer from public.admin_live_metrics'), [{ open_jobs: 4, pending_bids: 3 }])
    assert.deepEqual(await stage.as('ada', 'select role, total::integer from public.dashboard_total_users_by_role order by role'), [
      { role: 'admin', total: 1 }, { role: 'consultant', total: 2 }, { role: 'contractor', total: 2 }, { role: 'facility', total: 2 },
    ])
  },
}
