import assert from 'node:assert/strict'
import { idOf, type Stories } from '../support/run-story.ts'

const placeBid =
  "insert into public.bids (job_id, contractor_id, amount, status, created_at) values ($1, auth.uid(), $2, 'accepted', '2001-01-01') returning id, status, created_at > now() - interval '1 minute' as is_new"
const acceptBid = 'select status from public.accept_and_reject_bids($1, $2)'
const banUser = "select public.admin_ban($1, 'infinity', 'Fraud')"
const selectStatuses = 'select contractor_id, status from public.bids where job_id = $1 order by amount'

export const stories: Stories = {
  // @covers 4.bid.created-pending
  'a new bid is pending and created now, whatever was sent': async (stage) => {
    const [row = {}] = await stage.as('carl', placeBid, [idOf('job open'), 50])
    assert.deepEqual(
      { status: row['status'], is_new: row['is_new'] },
      { status: 'pending', is_new: true },
    )
  },

  // @covers 5.bid.amount
  'an amount is money': async (stage) => {
    for (const amount of ['NaN', 'Infinity', '12.345', '0', '-1', '1e10', null]) {
      await stage.assertRefused('carl', 'money_invalid', placeBid, [idOf('job open'), amount])
    }
  },

  'a hidden job and a missing one get the same answer': async (stage) => {
    const hidden = await stage.refusalOf('kim', placeBid, [idOf('job open'), 1])
    const missing = await stage.refusalOf('kim', placeBid, [idOf('no such job'), 1])
    assert.deepEqual(hidden, missing)
    const finished = await stage.refusalOf('cora', placeBid, [idOf('job finished'), 1])
    const none = await stage.refusalOf('cora', placeBid, [idOf('no such job'), 1])
    assert.deepEqual(finished, none)
  },

  // @covers 4.bid.accept-rejects-others
  'accepting a bid rejects the others, stamps the award and closes bidding': async (stage) => {
    const values = [idOf('bid carl bidden'), idOf('job bidden')]
    assert.deepEqual(await stage.as('fiona', acceptBid, values), [{ status: 'accepted' }])
    assert.deepEqual(await stage.asServer(selectStatuses, [idOf('job bidden')]), [
      { contractor_id: idOf('carl'), status: 'accepted' },
      { contractor_id: idOf('cora'), status: 'rejected' },
    ])
    const [job] = await stage.asServer(
      'select awarded_contractor_id, awarded_at is not null as stamped from public.jobs where id = $1',
      [idOf('job bidden')],
    )
    assert.deepEqual(job, { awarded_contractor_id: idOf('carl'), stamped: true })
    await stage.assertRefused('cora', 'job_closed', placeBid, [idOf('job bidden'), 1])
  },

  'repeating an accept changes nothing, and another one is refused': async (stage) => {
    const [carl, cora, job] = [idOf('bid carl bidden'), idOf('bid cora bidden'), idOf('job bidden')]
    await stage.as('fiona', acceptBid, [carl, job])
    assert.deepEqual(await stage.as('fiona', acceptBid, [carl, job]), [{ status: 'accepted' }])
    const { status } = await stage.assertRefused('fiona', 'job_awarded', acceptBid, [cora, job])
    assert.equal(status, 409)
  },

  'a bid that cannot be accepted is refused with the reason': async (stage) => {
    await stage.assertRefused('fiona', 'bid_unknown', acceptBid, [
      idOf('bid cora frank'),
      idOf('job bidden'),
    ])
    await stage.assertRefused('fiona', 'bid_unknown', acceptBid, [idOf('no such bid'), idOf('job bidden')])
    await stage.assertRefused('fiona', 'job_deleted', acceptBid, [
      idOf('bid cora deleted'),
      idOf('job deleted'),
    ])
    const hidden = await stage.assertRefused('frank', 'job_unknown', acceptBid, [
      idOf('bid carl bidden'),
      idOf('job bidden'),
    ])
    const missing = await stage.assertRefused('frank', 'job_unknown', acceptBid, [
      idOf('bid carl bidden'),
      idOf('no such job'),
    ])
    assert.deepEqual(hidden, missing)
    await stage.as('cora', "update public.bids set status = 'withdrawn' where id = $1", [
      idOf('bid cora bidden'),
    ])
    await stage.assertRefused('fiona', 'bid_decided', acceptBid, [
      idOf('bid cora bidden'),
      idOf('job bidden'),
    ])
  },

  'after withdrawing, a contractor can bid again': async (stage) => {
    await stage.as('carl', "update public.bids set status = 'withdrawn' where id = $1", [
      idOf('bid carl bidden'),
    ])
    await stage.as('carl', placeBid, [idOf('job bidden'), 60])
    await stage.assertRefused('carl', 'bid_exists', placeBid, [idOf('job bidden'), 70])
  },

  'a decided bid stays as it is': async (stage) => {
    const withdraw = "update public.bids set status = 'withdrawn' where id = $1"
    await stage.assertRefused('cora', 'bid_decided', withdraw, [idOf('bid cora awarded')])
    await stage.assertRefused('cora', 'bid_decided', withdraw, [idOf('bid cora deleted')])
  },

  // @covers 4.bid.transitions
  'the server cannot break the state machine of a bid': async (stage) => {
    const revival = stage.serverRefusal("update public.bids set status = 'pending' where id = $1", [
      idOf('bid cora awarded'),
    ])
    assert.equal((await revival)?.code, 'bid_decided')
    const lateBid = stage.serverRefusal(
      'insert into public.bids (job_id, contractor_id, amount) values ($1, $2, 1)',
      [idOf('job finished'), idOf('cora')],
    )
    assert.equal((await lateBid)?.code, 'job_closed')
    const decided = stage.serverRefusal("insert into public.bids (job_id, contractor_id, amount, status) values ($1, $2, 1, 'accepted')", [idOf('job open'), idOf('cora')])
    assert.equal((await decided)?.code, 'bid_not_new')
  },

  'a job of a banned facility is not available until the ban ends': async (stage) => {
    const selectListed = 'select from public.dashboard_available_jobs where id = $1'
    const visibleRows = async () => [
      (await stage.as('carl', 'select from public.jobs where id = $1', [idOf('job open')])).length,
      (await stage.as('carl', selectListed, [idOf('job open')])).length,
      (await stage.as('carl', selectListed, [idOf('job bidden')])).length,
    ]
    assert.deepEqual(await visibleRows(), [1, 1, 1])
    await stage.as('ada', banUser, [idOf('fiona')])
    assert.deepEqual(await visibleRows(), [0, 0, 0])
    // The response does not reveal the ban, because a hidden job gets the same refusal as a missing one.
    assert.deepEqual(
      await stage.refusalOf('carl', placeBid, [idOf('job open'), 1]),
      await stage.refusalOf('carl', placeBid, [idOf('no such job'), 1]),
    )
    // Contractors still see the jobs of other facilities.
    assert.equal((await stage.as('carl', selectListed, [idOf('job frank')])).length, 1)
    await stage.asServer('update auth.users set banned_until = now() where id = $1', [idOf('fiona')])
    assert.deepEqual(await visibleRows(), [1, 1, 1])
    await stage.as('carl', placeBid, [idOf('job open'), 1])
  },

  'while a facility is banned, bids on its jobs stay and none is added': async (stage) => {
    const ownBidSql = `select b.status, public.can_bid(j) as can_bid, public.bid_count(j)::integer as bid_count
      from public.bids b join public.jobs j on j.id = b.job_id where b.id = $1`
    const values = [idOf('bid carl bidden')]
    await stage.as('ada', banUser, [idOf('fiona')])
    assert.deepEqual(await stage.as('carl', ownBidSql, values), [
      { status: 'pending', can_bid: false, bid_count: 2 },
    ])
    await stage.as('carl', "update public.bids set status = 'withdrawn' where id = $1", values)
    assert.deepEqual(await stage.as('carl', ownBidSql, values), [
      { status: 'withdrawn', can_bid: false, bid_count: 1 },
    ])
    const { status } = await stage.assertRefused('carl', 'job_paused', placeBid, [idOf('job bidden'), 60])
    assert.equal(status, 409)
    // The server may insert a bid during the ban, because the user may have placed the bid before the ban.
    const insertBid = 'insert into public.bids (job_id, contractor_id, amount) values ($1, $2, 60)'
    assert.equal(await stage.serverRefusal(insertBid, [idOf('job open'), idOf('carl')]), undefined)
    await stage.as('ada', "select public.admin_ban(user_id => $1, reason => 'Mistaken')", [
      idOf('fiona'),
    ])
    await stage.as('carl', placeBid, [idOf('job bidden'), 60])
    assert.deepEqual(
      await stage.as('fiona', acceptBid, [idOf('bid cora bidden'), idOf('job bidden')]),
      [{ status: 'accepted' }],
    )
  },

  'a contractor places at most 20 bids an hour': async (stage) => {
    await stage.asServer(
      `insert into public.jobs (facility_id, title, description, budget) select $1, 'Job', 'Text', 1 from generate_series(1, 21)`,
      [idOf('fiona')],
    )
    const jobs = await stage.asServer("select id from public.jobs where title = 'Job'")
    for (const { id } of jobs.slice(0, 20)) await stage.as('carl', placeBid, [id, 1])
    const { status } = await stage.assertRefused('carl', 'too_many_bids', placeBid, [jobs[20]?.['id'], 1])
    assert.equal(status, 429)
  },

  'an admin revokes an award, with an audited reason': async (stage) => {
    const releaseAward = 'select public.admin_release_award($1, $2)'
    await stage.assertRefused('ada', 'reason_missing', releaseAward, [idOf('job awarded'), '  '])
    await stage.assertRefused('ada', 'job_not_awarded', releaseAward, [idOf('job open'), 'Why'])
    await stage.assertRefused('ada', 'job_finished', releaseAward, [idOf('job finished'), 'Why'])
    await stage.assertRefused('ada', 'job_unknown', releaseAward, [idOf('no such job'), 'Why'])
    await stage.as('ada', releaseAward, [idOf('job awarded'), 'Carl is ill'])
    assert.deepEqual(await stage.asServer(selectStatuses, [idOf('job awarded')]), [
      { contractor_id: idOf('carl'), status: 'rejected' },
      { contractor_id: idOf('cora'), status: 'rejected' },
    ])
    await stage.as('cora', placeBid, [idOf('job awarded'), 310])
    const [entry = {}] = await stage.as(
      'ada',
      'select action, subject, reason, actor_id from public.admin_audit_log()',
    )
    assert.deepEqual(entry, {
      action: 'release_award',
      subject: idOf('job awarded'),
      reason: 'Carl is ill',
      actor_id: idOf('ada'),
    })
  },

  "a contractor's statistics count only their own bids": async (stage) => {
    const summarySql =
      'select total_bids::integer, awarded_bids::integer, win_rate from public.dashboard_contractor_summary'
    assert.deepEqual(await stage.as('carl', summarySql), [
      { total_bids: 3, awarded_bids: 2, win_rate: '66.7' },
    ])
    await stage.serverRefusal(
      "update public.profiles set role = 'contractor', consultation_fee = null where id = $1",
      [idOf('kim')],
    )
    assert.deepEqual(await stage.as('kim', summarySql), [
      { total_bids: 0, awarded_bids: 0, win_rate: '0' },
    ])
  },

  'the second win rate is of decided bids': async (stage) => {
    const ratesSql = 'select win_rate::float8, decided_win_rate::float8 from public.dashboard_contractor_summary'
    const assertRates = async (person: 'carl' | 'cora', all: number, decided: number | null) =>
      assert.deepEqual(await stage.as(person, ratesSql), [
        { win_rate: all, decided_win_rate: decided },
      ])
    await assertRates('carl', 66.7, 100)
    await assertRates('cora', 0, 0)
    const withdraw = "update public.bids set status = 'withdrawn' where id = $1"
    await stage.as('carl', withdraw, [idOf('bid carl bidden')])
    await stage.as('carl', 'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)', [
      idOf('job open'),
    ])
    await assertRates('carl', 50, 100)
    await stage.asServer("update public.bids set status = 'withdrawn' where status = 'pending'")
    await stage.asServer('set local session_replication_role = replica')
    await stage.asServer("update public.bids set status = 'withdrawn' where status = 'rejected'")
    await assertRates('cora', 0, null)
  },

  "a contractor's statistics count bids by status, and amounts due and paid": async (stage) => {
    const summarySql = `select pending_bids::integer, finished_bids::integer, rejected_bids::integer, withdrawn_bids::integer,
      amount_due::float8, amount_paid::float8 from public.dashboard_contractor_summary`
    const before = { pending_bids: 1, finished_bids: 1, rejected_bids: 0, withdrawn_bids: 0 }
    assert.deepEqual(await stage.as('carl', summarySql), [{ ...before, amount_due: 200, amount_paid: 0 }])
    await stage.as('carl', "update public.bids set status = 'withdrawn' where id = $1", [
      idOf('bid carl bidden'),
    ])
    await stage.as(
      'fiona',
      "select public.record_payment(id, 'Check 9') from public.payments where job_id = $1",
      [idOf('job finished')],
    )
    const after = { pending_bids: 0, finished_bids: 1, rejected_bids: 0, withdrawn_bids: 1 }
    assert.deepEqual(await stage.as('carl', summarySql), [{ ...after, amount_due: 0, amount_paid: 200 }])
  },

  "a facility's statistics count its jobs that are not deleted": async (stage) => {
    const [row = {}] = await stage.as('fiona', 'select * from public.dashboard_facility_summary')
    assert.deepEqual(row, {
      active_contractors: '2',
      booked_consultants: '1',
      active_jobs: '3',
      total_jobs: '4',
      total_bids: '5',
    })
  },

  "a facility sees the bids on its jobs with the bidders' names": async (stage) => {
    const rows = await stage.as(
      'fiona',
      'select contractor_name, amount, bid_status from public.dashboard_facility_job_bids where job_id = $1 order by amount',
      [idOf('job bidden')],
    )
    assert.deepEqual(rows, [
      { contractor_name: 'carl', amount: '400', bid_status: 'pending' },
      { contractor_name: 'cora', amount: '450', bid_status: 'pending' },
    ])
  },

  'a bid has computed columns for the allowed actions': async (stage) => {
    const summarySql =
      'select public.can_accept(b) as accept, public.can_withdraw(b) as withdraw from public.bids b where id = $1'
    assert.deepEqual(await stage.as('fiona', summarySql, [idOf('bid carl bidden')]), [
      { accept: true, withdraw: false },
    ])
    assert.deepEqual(await stage.as('carl', summarySql, [idOf('bid carl bidden')]), [
      { accept: false, withdraw: true },
    ])
    assert.deepEqual(await stage.as('fiona', summarySql, [idOf('bid cora awarded')]), [
      { accept: false, withdraw: false },
    ])
  },
}
