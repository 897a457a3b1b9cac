import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { testByRole, onlyFor } from '../support/by-role.ts'
import { clientFor, type Client, idOf, untyped } from '../support/clients.ts'
import { only, rowOf, rowsOf } from '../support/expect.ts'
import {
  createActor,
  awardJob,
  bookConsultation,
  createActors,
  placeBid,
  postJob,
} from '../support/market.ts'

// @covers 7.views.facility-summary
testByRole(
  'dashboard_facility_summary',
  (client) => client.from('dashboard_facility_summary').select('*').single(),
  onlyFor('facility', '200'),
)

// @covers 7.views.facility-job-bids
testByRole(
  'dashboard_facility_job_bids',
  (client) => client.from('dashboard_facility_job_bids').select('*'),
  { ...onlyFor('facility', '200'), server: '200' },
)

// @covers 7.views.contractor-summary
testByRole(
  'dashboard_contractor_summary',
  (client) => client.from('dashboard_contractor_summary').select('*').single(),
  onlyFor('contractor', '200'),
)

testByRole(
  'dashboard_consultant_summary',
  (client) => client.from('dashboard_consultant_summary').select('*').single(),
  onlyFor('consultant', '200'),
)

testByRole(
  'consultant_months',
  (client) => client.rpc('consultant_months', { start_date: '2026-01-01', end_date: '2026-05-31' }),
  onlyFor('consultant', 'all'),
)

// @covers 7.views.available-jobs
testByRole(
  'dashboard_available_jobs',
  (client) => client.from('dashboard_available_jobs').select('*'),
  onlyFor('contractor', 'all'),
)

testByRole(
  'find_available_jobs',
  (client) => client.rpc('find_available_jobs', {}, { get: true }),
  onlyFor('contractor', 'all'),
)

for (const view of ['dashboard_inbox_preview', 'dashboard_waiting'] as const) {
  testByRole(view, (client) => client.from(view).select('*'), {
    visitor: '401 42501',
    facility: '200',
    contractor: '200',
    consultant: '200',
    admin: '200',
    server: '200',
  })
}

for (const name of ['my_dashboard', 'my_unread'] as const) {
  testByRole(name, (client) => client.rpc(name, {}, { get: true }), {
    visitor: '401 42501',
    facility: '200',
    contractor: '200',
    consultant: '200',
    admin: '200',
    server: '200',
  })
}

const adminDashboard = z.object({
  figures: z.record(z.string(), z.unknown()),
  open_items_by_kind: z.record(z.string(), z.unknown()),
})

suite('the first contents of a dashboard', () => {
  const open = (client: Client) => rowOf(client.rpc('my_dashboard', {}, { get: true }))

  test('are the live metrics, the users and the open items by kind for an admin', async () => {
    const admin = clientFor('admin')
    const { figures, open_items_by_kind: openItems } = adminDashboard.parse(await open(admin))
    const { users_by_role: users, ...metrics } = figures
    assert.deepEqual([metrics], await rowsOf(admin.from('admin_live_metrics').select('*')))
    const roles = await rowsOf(admin.from('dashboard_total_users_by_role').select('role, total'))
    assert.deepEqual(users, Object.fromEntries(roles.map(({ role, total }) => [role, total])))
    const kinds = await rowsOf(admin.from('dashboard_waiting_counts').select('kind, number'))
    assert.deepEqual(openItems, Object.fromEntries(kinds.map(({ kind, number }) => [kind, number])))
  })

  test('have the categories of jobs, in display order, for a contractor', async () => {
    const contractor = clientFor('contractor')
    const call = contractor.from('job_categories').select('name').order('position')
    const names = (await rowsOf(call)).map(({ name }) => name)
    assert.partialDeepStrictEqual(await open(contractor), { job_categories: names })
  })

  test('have the number of open items of each kind for other roles', async () => {
    for (const login of ['facility', 'contractor', 'consultant'] as const) {
      const client = clientFor(login)
      const items = await rowsOf(client.from('dashboard_waiting').select('kind'))
      const counts: Record<string, number> = {}
      for (const { kind } of items) counts[String(kind)] = (counts[String(kind)] ?? 0) + 1
      assert.partialDeepStrictEqual(await open(client), { open_items_by_kind: counts })
    }
  })
})

suite('the numbers of unread messages and notices', () => {
  test('come with the wanted alerts, and all alerts are on by default', async () => {
    const { id, client } = await createActor('facility')
    const read = () => rowOf(client.rpc('my_unread', {}, { get: true }))
    const alerts = { sound: true, messages: true }
    assert.partialDeepStrictEqual(await read(), { messages: 0, notices: 0, alerts })
    const choice = { user_id: id, sound: false }
    await client.from('notification_settings').upsert(choice).throwOnError()
    assert.partialDeepStrictEqual(await read(), { alerts: { sound: false, messages: true } })
  })
})

suite("the facility's figures", () => {
  test('start at zero', async () => {
    const facility = await createActor('facility')
    const call = facility.client.from('dashboard_facility_summary').select('*')
    assert.deepEqual(only(await rowsOf(call)), {
      active_contractors: 0,
      booked_consultants: 0,
      active_jobs: 0,
      total_jobs: 0,
      total_bids: 0,
    })
  })

  // @covers 3.views.facility-summary
  test('count its own jobs, bids, contractors and consultants', async () => {
    const { facility, contractor, rival, consultant } = await createActors()
    const job = await postJob(facility)
    await placeBid(contractor, job)
    await placeBid(rival, job)
    await postJob(facility)
    await bookConsultation(facility, consultant)
    const call = facility.client.from('dashboard_facility_summary').select('*')
    assert.deepEqual(only(await rowsOf(call)), {
      active_contractors: 2,
      booked_consultants: 1,
      active_jobs: 2,
      total_jobs: 2,
      total_bids: 2,
    })
  })

  // @covers 3.views.bid-summary 7.views.facility-job-bids
  test('bids include the name of the contractor', async () => {
    const { facility, contractor } = await createActors()
    const job_id = await postJob(facility)
    const bid_id = await placeBid(contractor, job_id, 512)
    const call = facility.client
      .from('dashboard_facility_job_bids')
      .select('bid_id, job_id, contractor_id, contractor_name, amount, bid_status')
    assert.deepEqual(await rowsOf(call), [
      {
        bid_id,
        job_id,
        contractor_id: contractor.id,
        contractor_name: 'Carl Contractor',
        amount: 512,
        bid_status: 'pending',
      },
    ])
  })
})

suite("the contractor's figures", () => {
  test('start at zero', async () => {
    const contractor = await createActor('contractor')
    const call = contractor.client.from('dashboard_contractor_summary').select('*')
    const { amount_due, amount_paid, ...counts } = only(await rowsOf(call))
    assert.deepEqual([amount_due, amount_paid], [0, 0])
    assert.deepEqual(counts, {
      total_bids: 0,
      awarded_bids: 0,
      win_rate: 0,
      decided_win_rate: null,
      pending_bids: 0,
      finished_bids: 0,
      rejected_bids: 0,
      withdrawn_bids: 0,
    })
  })

  // @covers 3.views.contractor-summary
  test('one win in three bids is 33.3', async () => {
    const { facility, contractor } = await createActors()
    await awardJob(facility, contractor)
    await placeBid(contractor, await postJob(facility))
    await placeBid(contractor, await postJob(facility))
    const call = contractor.client
      .from('dashboard_contractor_summary')
      .select('total_bids, awarded_bids, win_rate, decided_win_rate')
    const figures = { total_bids: 3, awarded_bids: 1, win_rate: 33.3, decided_win_rate: 100 }
    assert.deepEqual(only(await rowsOf(call)), figures)
  })
})

suite('available jobs', () => {
  test("show the number of bids, and the status of the user's own", async () => {
    const { facility, contractor, rival } = await createActors()
    const id = await postJob(facility, { location: 'Denver' })
    await placeBid(contractor, id)
    const see = (client: Client) => client.from('dashboard_available_jobs').select('*').eq('id', id)
    const figuresOfRival = only(await rowsOf(see(rival.client)))
    const columns =
      'bid_count budget can_bid category created_at description facility_id facility_name id location ' +
      'my_bid_status title town'
    assert.equal(Object.keys(figuresOfRival).toSorted().join(' '), columns)
    assert.deepEqual([figuresOfRival['bid_count'], figuresOfRival['my_bid_status']], [1, null])
    assert.equal(figuresOfRival['facility_name'], 'Fay Facility')
    const own = only(await rowsOf(see(contractor.client)))
    assert.equal(own['my_bid_status'], 'pending')
  })

  // @covers 6.contractor.sees-jobs
  test('leave out jobs that are awarded, deleted or finished', async () => {
    const { facility, contractor, rival } = await createActors()
    const { job } = await awardJob(facility, contractor)
    const deleted = await postJob(facility)
    await facility.client.from('jobs').update({ is_deleted: true }).eq('id', deleted).throwOnError()
    const call = rival.client.from('dashboard_available_jobs').select('id').in('id', [job, deleted])
    assert.deepEqual(await rowsOf(call), [])
  })
})

suite('the inbox', () => {
  // @covers 7.views.inbox-preview
  test('shows each side its conversations and only its own unread', async () => {
    const { facility, contractor } = await createActors()
    const { job } = await awardJob(facility, contractor)
    const sent = {
      job_id: job,
      recipient_id: facility.id,
      sender_id: contractor.id,
      content: 'On my way.',
    }
    await untyped(contractor.client).from('messages').insert(sent).throwOnError()
    const columns =
      'thread_type, job_id, consultation_id, thread_title, sender_name, content, unread_count'
    const inbox = async (client: Client) =>
      only(await rowsOf(client.from('dashboard_inbox_preview').select(columns)))
    const thread = {
      thread_type: 'job',
      job_id: job,
      consultation_id: null,
      thread_title: 'Mend the gate',
      sender_name: 'Carl Contractor',
      content: 'On my way.',
    }
    assert.deepEqual(await inbox(facility.client), { ...thread, unread_count: 1 })
    assert.deepEqual(await inbox(contractor.client), { ...thread, unread_count: 0 })
  })

  test('matches the count of unread messages', async () => {
    for (const login of ['facility', 'contractor', 'consultant'] as const) {
      const { count } = await clientFor(login)
        .from('messages')
        .select('*', { count: 'exact', head: true })
        .eq('recipient_id', idOf(login))
        .eq('read', false)
      const rows = await rowsOf(
        clientFor(login).from('dashboard_inbox_preview').select('unread_count'),
      )
      const sum = rows.reduce((total, { unread_count: unread }) => total + Number(unread), 0)
      assert.equal(sum, count)
    }
  })
})
