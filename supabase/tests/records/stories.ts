// Tests the audit log, and the admins' searches for entries, jobs, bids and payments.
import assert from 'node:assert/strict'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

const jobs = 'select title from public.admin_search_jobs($1, $2) order by title'
const bids = 'select amount::int as amount from public.admin_search_bids($1, $2) order by amount'
const payments = 'select status from public.admin_search_payments($1, $2) order by status'

const findJobs = async (stage: Stage, query: string, state: string | null = null) =>
  (await stage.as('ada', jobs, [query, state])).map(({ title }) => title)
const findBids = async (stage: Stage, query: string, status: string | null = null) =>
  (await stage.as('ada', bids, [query, status])).map(({ amount }) => amount)
const findPayments = (stage: Stage, query: string, status: string | null = null) =>
  stage.as('ada', payments, [query, status])

/** Inserts jobs while triggers are off, to simulate a large market quickly. */
async function addJobs(stage: Stage, name: string, count: number, createdAt: string) {
  await stage.asServer('set local session_replication_role = replica')
  await stage.asServer(
    `insert into public.jobs (facility_id, title, description, budget, created_at)
     select $1, $2 || n, 'It flickers.', 10, ${createdAt} from generate_series(1, $3::integer) n`,
    [idOf('fiona'), name, count],
  )
  await stage.asServer('set local session_replication_role = origin')
}

async function lastEntry(stage: Stage) {
  const [entry = {}] = await stage.as(
    'ada',
    `select action, actor_name, subject, subject_name, other_name, reason
     from public.admin_audit_entries order by id desc limit 1`,
  )
  return entry
}

export const stories: Stories = {
  "an admin finds jobs by a part of the title or of the facility's name, in any case": async (
    stage,
  ) => {
    assert.deepEqual(await findJobs(stage, 'AWARD'), ['Job awarded'])
    assert.equal((await findJobs(stage, 'fiona inc')).length, 5)
    assert.deepEqual(await findJobs(stage, idOf('job open')), ['Job open'])
    assert.deepEqual(await findJobs(stage, idOf('frank')), ['Job frank'])
    for (const unmatched of ['Job_open', '%', '100%', idOf('nobody')])
      assert.deepEqual(await findJobs(stage, unmatched), [])
  },

  'a search also takes the first eight or twelve digits of an id': async (stage) => {
    const idPrefix = (id: string) => idOf(id).slice(0, 8).toUpperCase()
    assert.deepEqual(await findJobs(stage, idPrefix('job open')), ['Job open'])
    assert.deepEqual(await findJobs(stage, idPrefix('frank')), ['Job frank'])
    assert.deepEqual(await findBids(stage, idPrefix('bid cora frank')), [90])
    assert.deepEqual(await findBids(stage, idPrefix('job awarded')), [300, 350])
    assert.deepEqual(await findJobs(stage, idPrefix('job open').slice(1)), [])
    const giveId = 'update public.payments set id = $1 where job_id = $2'
    await stage.asServer(giveId, ['0190a3b4-c5d6-7abc-8def-123456789012', idOf('job finished')])
    for (const query of ['0190a3b4', '0190A3B4-C5D6'])
      assert.equal((await findPayments(stage, query)).length, 1, query)
    for (const query of ['0190a3b5', '0190a3b4-c5d7', '0190a3b4-', '0190a3b4c5d6'])
      assert.equal((await findPayments(stage, query)).length, 0, query)
  },

  'a search of jobs can be limited to a state': async (stage) => {
    assert.deepEqual(await findJobs(stage, 'job', 'open'), [
      'Job awarded',
      'Job bidden',
      'Job frank',
      'Job open',
    ])
    for (const state of ['awarded', 'finished', 'deleted'])
      assert.deepEqual(await findJobs(stage, 'job', state), [`Job ${state}`])
  },

  'an admin finds bids by job, contractor or id, and by status': async (stage) => {
    assert.deepEqual(await findBids(stage, 'bidden'), [400, 450])
    assert.deepEqual(await findBids(stage, 'CARL'), [200, 300, 400])
    assert.deepEqual(await findBids(stage, 'carl', 'accepted'), [200, 300])
    assert.deepEqual(await findBids(stage, idOf('bid cora frank')), [90])
    assert.deepEqual(await findBids(stage, idOf('job awarded')), [300, 350])
  },

  'an admin finds payments by either side, job or reference': async (stage) => {
    assert.deepEqual(await findPayments(stage, 'finished'), [{ status: 'pending' }])
    assert.equal((await findPayments(stage, 'kim')).length, 3)
    assert.deepEqual(await findPayments(stage, 'frank', 'void'), [{ status: 'void' }])
    await stage.asServer("update public.payments set reference = 'Check 1207' where job_id = $1", [
      idOf('job finished'),
    ])
    assert.equal((await findPayments(stage, 'check 12')).length, 1)
  },

  'an admin finds a payment by a reference that looks like an id': async (stage) => {
    const reference = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
    await stage.asServer('update public.payments set reference = $2 where job_id = $1', [
      idOf('job finished'),
      reference,
    ])
    for (const query of [reference, reference.toUpperCase(), reference.slice(0, 8)])
      assert.equal((await findPayments(stage, query)).length, 1)
    assert.deepEqual(await findJobs(stage, reference), [])
    assert.deepEqual(await findBids(stage, reference), [])
  },

  'a search finds the newest thousand, and then the next from a time on': async (stage) => {
    await addJobs(stage, 'Lamp ', 1500, "'2026-01-01'::timestamptz + n * interval '1 minute'")
    const firstAndLast =
      'select count(*)::int, min(created_at) as first, max(created_at) as last from public.admin_search_jobs($1, null, $2)'
    const [newest = {}] = await stage.as('ada', firstAndLast, ['lamp', null])
    assert.equal(newest['count'], 1000)
    const [others = {}] = await stage.as('ada', firstAndLast, ['lamp', newest['first']])
    assert.equal(others['count'], 501)
    assert.deepEqual(others['last'], newest['first'])
  },

  'a search continues after a row, even among rows of the same time': async (stage) => {
    await addJobs(stage, 'Lamp ', 1500, "'2026-01-01'")
    const page = 'select id, created_at from public.admin_search_jobs($1, null, $2, $3)'
    const first = await stage.as('ada', page, ['lamp', null, null])
    const { id, created_at: at } = first.at(-1) ?? {}
    const second = await stage.as('ada', page, ['lamp', at, id])
    assert.equal(new Set([...first, ...second].map((row) => row['id'])).size, 1500)
    assert.equal(second.length, 500)
  },

  'bids and payments are found even if nearly every job matches': async (stage) => {
    await addJobs(stage, 'Job ', 20_000, "now() - interval '1 year'")
    assert.equal((await findJobs(stage, 'job')).length, 1000)
    assert.deepEqual(await findBids(stage, 'job'), [90, 100, 200, 300, 350, 400, 450])
    assert.deepEqual(await findPayments(stage, 'job'), [{ status: 'pending' }])
  },

  'a search without a text is refused': async (stage) => {
    await stage.assertRefused('ada', 'text_missing', jobs, [null, null])
    await stage.assertRefused('ada', 'text_too_long', bids, ['x'.repeat(201), null])
  },

  'a job says whether its award can be revoked': async (stage) => {
    const rightSql = 'select public.can_release(j) as can from public.jobs j where id = $1'
    const canRelease = async (person: 'fiona' | 'ada', job: string) =>
      (await stage.as(person, rightSql, [idOf(`job ${job}`)]))[0]?.['can']
    assert.equal(await canRelease('ada', 'awarded'), true)
    assert.equal(await canRelease('fiona', 'awarded'), false)
    for (const job of ['open', 'finished', 'deleted']) assert.equal(await canRelease('ada', job), false)
  },

  'the audit log names the actor, the subject and the other user': async (stage) => {
    await stage.as('ada', "select public.admin_release_award($1, 'Both agree')", [
      idOf('job awarded'),
    ])
    assert.deepEqual(await lastEntry(stage), {
      action: 'release_award',
      actor_name: 'ada',
      subject: idOf('job awarded'),
      subject_name: 'Job awarded',
      other_name: 'carl',
      reason: 'Both agree',
    })
    await stage.as('ada', "select public.admin_end_sessions($1, 'Lost laptop')", [idOf('frank')])
    assert.equal((await lastEntry(stage))['subject_name'], 'frank inc.')
    await stage.as('ada', 'update public.demo_requests set handled = true')
    assert.equal((await lastEntry(stage))['subject_name'], 'Vera')
    await stage.as('ada', "select public.admin_remove_review($1, 'Insult')", [idOf('review')])
    const removed = await lastEntry(stage)
    assert.deepEqual([removed['subject_name'], removed['other_name']], ['frank', 'kurt'])
    await stage.as('fiona', "select public.record_payment(id, 'Check') from public.payments where job_id = $1", [
      idOf('job finished'),
    ])
    await stage.as('ada', 'select public.refund_payment(id) from public.payments where job_id = $1', [
      idOf('job finished'),
    ])
    assert.equal((await lastEntry(stage))['subject_name'], 'carl')
  },

  'an entry of the audit log is found by the names of its time': async (
    stage,
  ) => {
    await stage.as('ada', "select public.admin_release_award($1, 'Both AGREE')", [
      idOf('job awarded'),
    ])
    await stage.asServer("update public.profiles set full_name = 'Zoe' where id = any ($1)", [
      [idOf('ada'), idOf('carl')],
    ])
    const findEntries = (query: string, action: string | null = null) =>
      stage.as('ada', 'select actor_name as name from public.admin_search_audit($1, $2)', [
        query,
        action,
      ])
    for (const query of ['CARL', 'both agree', 'b awar', 'ada'])
      assert.deepEqual(await findEntries(query), [{ name: 'Zoe' }])
    assert.deepEqual(await findEntries('carl', 'release_award'), [{ name: 'Zoe' }])
    assert.deepEqual(await findEntries('carl', 'ban'), [])
    for (const unmatched of ['zoe', 'both_agree', '%']) assert.deepEqual(await findEntries(unmatched), [])
    const entries = (name: 'ada' | 'fiona') =>
      stage.as(name, 'select count(*)::integer as count from app.audit_log')
    assert.deepEqual(await entries('ada'), [{ count: 1 }])
    assert.deepEqual(await entries('fiona'), [{ count: 0 }])
    for (const search of ["public.admin_search_audit('ada')", "app.admin_search_audit('ada', null, null, null)"])
      await stage.assertRefused('fiona', '42501', `select * from ${search}`)
    await stage.assertRefused('ada', 'text_missing', 'select * from public.admin_search_audit(null)')
  },

  'a search of the audit log by a word and a number finds what has both, one after the other': async (
    stage,
  ) => {
    for (const reason of ['In ticket 481222', 'In ticket 481223', 'Ticket office, 481222'])
      await stage.as('ada', "select public.admin_ban($1, 'infinity', $2)", [idOf('carl'), reason])
    for (const [query, count] of [
      ['TICKET 481222', 1],
      ['ticket 48122', 2],
      ['481222', 2],
      ['office, 4812', 1],
      ['office 481222', 0],
    ] as const) {
      const found = await stage.as('ada', 'select from public.admin_search_audit($1)', [query])
      assert.equal(found.length, count, query)
    }
  },

  'an imported entry of the audit log is found, although no trigger ran': async (stage) => {
    await stage.asServer('set local session_replication_role = replica')
    await stage.asServer(
      "insert into app.audit_log (actor_id, action, subject, reason) values ($1, 'ban', $2, 'Spam')",
      [idOf('ada'), idOf('carl')],
    )
    await stage.asServer('set local session_replication_role = origin')
    await stage.asServer('select private.finish_import()')
    for (const query of ['carl', 'spam']) {
      assert.deepEqual(
        await stage.as('ada', 'select action from public.admin_search_audit($1)', [query]),
        [{ action: 'ban' }],
      )
    }
  },
}
