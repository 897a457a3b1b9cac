import assert from 'node:assert/strict'
import { idOf, type Person, type Stage, type Stories } from '../support/run-story.ts'

/** Returns the kinds of a user's unread notices, newest first. */
async function unreadKinds(stage: Stage, person: Person) {
  const rows = await stage.as(person, 'select kind from public.my_notices where not read order by created_at desc, kind')
  return rows.map(({ kind }) => kind)
}

/** Deletes the notices of the shared test data, so that only the story's own notices remain. */
const deleteNotices = (stage: Stage) => stage.asServer('delete from public.notices')

const placeBid = 'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)'
const acceptBid = 'select from public.accept_and_reject_bids($1, $2)'
const writeMessage = 'insert into public.messages (job_id, recipient_id, content) values ($1, $2, $3)'
const switchOff = (name: string) => `update public.notification_settings set ${name} = false`

export const stories: Stories = {
  'a facility is notified of a bid, until it is withdrawn': async (stage) => {
    await deleteNotices(stage)
    await stage.as('carl', placeBid, [idOf('job open')])
    const [notice = {}] = await stage.as('fiona', 'select * from public.my_notices')
    assert.equal(String(notice['title']).replaceAll(/[\u2068\u2069]/g, ''), 'carl bid $80 on Job open')
    assert.deepEqual([notice['link'], notice['reason'], notice['group_title']], [`/facility/jobs/${idOf('job open')}/bids`, 'You posted this job.', 'Job open'])
    assert.deepEqual(await unreadKinds(stage, 'carl'), [])
    await stage.as('carl', "update public.bids set status = 'withdrawn' where job_id = $1", [idOf('job open')])
    assert.deepEqual(await unreadKinds(stage, 'fiona'), [])
  },

  'accepted and rejected bidders are notified, and the notices of their bids are settled': async (stage) => {
    await deleteNotices(stage)
    await stage.as('carl', placeBid, [idOf('job open')])
    await stage.as('cora', placeBid, [idOf('job open')])
    const [bid = {}] = await stage.as('carl', 'select id from public.bids where job_id = $1', [idOf('job open')])
    await stage.as('fiona', acceptBid, [bid['id'], idOf('job open')])
    assert.deepEqual([await unreadKinds(stage, 'carl'), await unreadKinds(stage, 'cora'), await unreadKinds(stage, 'fiona')], [['bid_accepted'], ['bid_rejected'], []])
    await stage.as('ada', "select from public.admin_release_award($1, 'Both agree')", [idOf('job open')])
    assert.deepEqual(await unreadKinds(stage, 'carl'), ['award_released'])
  },

  'a facility is notified of a revoked award, until it awards the job again': async (stage) => {
    await deleteNotices(stage)
    const job = [idOf('job bidden')]
    const bids = await stage.as('fiona', "select id from public.bids where job_id = $1 and status = 'pending' order by contractor_id = $2 desc", [...job, idOf('carl')])
    assert.equal(bids.length, 2)
    await stage.as('fiona', acceptBid, [bids[0]?.['id'], ...job])
    await stage.as('ada', "select from public.admin_release_award($1, 'Both agree')", job)
    const [notice = {}] = await stage.as('fiona', 'select kind, title, link from public.my_notices where not read')
    assert.deepEqual({ ...notice, title: String(notice['title']).replaceAll(/[\u2066-\u2069]/g, '') }, { kind: 'award_reopened', title: 'The award of Job bidden to carl was revoked', link: `/facility/jobs/${idOf('job bidden')}` })
    await stage.as('cora', placeBid, job)
    const [otherBid = {}] = await stage.as('fiona', "select id from public.bids where job_id = $1 and status = 'pending'", job)
    await stage.as('fiona', acceptBid, [otherBid['id'], ...job])
    assert.deepEqual(await unreadKinds(stage, 'fiona'), [])
  },

  'bidders are notified that a job was deleted, not that their bid was rejected': async (stage) => {
    await deleteNotices(stage)
    await stage.as('fiona', 'update public.jobs set is_deleted = true where id = $1', [idOf('job bidden')])
    assert.deepEqual([await unreadKinds(stage, 'carl'), await unreadKinds(stage, 'cora'), await unreadKinds(stage, 'fiona')], [['job_removed'], ['job_removed'], []])
  },

  'a finished job, its payment and each step of the payment cause notices': async (stage) => {
    await deleteNotices(stage)
    await stage.as('carl', "update public.jobs set status = 'finished' where id = $1", [idOf('job awarded')])
    assert.deepEqual(await unreadKinds(stage, 'fiona'), ['job_finished', 'payment_due'])
    const [payment = {}] = await stage.asServer('select id from public.payments where job_id = $1', [idOf('job awarded')])
    await stage.as('fiona', "select from public.record_payment($1, 'Check 12')", [payment['id']])
    assert.deepEqual([await unreadKinds(stage, 'fiona'), await unreadKinds(stage, 'carl')], [['job_finished'], ['payment_recorded']])
    await stage.as('ada', 'select from public.refund_payment($1)', [payment['id']])
    assert.deepEqual([await unreadKinds(stage, 'fiona'), await unreadKinds(stage, 'carl')], [['job_finished', 'payment_refunded'], ['payment_refunded']])
  },

  'a booking causes a notice and a reminder a day before, unless it is cancelled': async (stage) => {
    await deleteNotices(stage)
    const bookKim = 'insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes) values ($1, auth.uid(), $2, 30) returning id'
    const [booking = {}] = await stage.as('frank', bookKim, [idOf('kim'), new Date(Date.now() + 5 * 24 * 3600_000)])
    assert.deepEqual([await unreadKinds(stage, 'kim'), await unreadKinds(stage, 'frank')], [['consultation_booked'], []])
    const moveEarlier = "update public.consultations set scheduled_at = scheduled_at - interval '101 hours', ends_at = ends_at - interval '101 hours', created_at = created_at - interval '9 days' where id = $1"
    await stage.asServer(moveEarlier, [booking['id']])
    await stage.asServer('select private.run_scheduled(), private.run_scheduled()')
    assert.deepEqual([await unreadKinds(stage, 'kim'), await unreadKinds(stage, 'frank')], [['consultation_booked', 'consultation_tomorrow'], ['consultation_tomorrow']])
    await stage.as('kim', 'update public.notices set read = true where not read')
    await stage.asServer('select private.run_scheduled()')
    assert.deepEqual(await unreadKinds(stage, 'kim'), [])
    await stage.as('frank', "update public.consultations set status = 'cancelled' where id = $1", [booking['id']])
    assert.deepEqual([await unreadKinds(stage, 'kim'), await unreadKinds(stage, 'frank')], [['consultation_cancelled'], []])
  },

  'messages of a conversation are one notice, with the unread count': async (stage) => {
    await stage.as('fiona', 'update public.messages set read = true where not read and recipient_id = auth.uid()')
    await deleteNotices(stage)
    const messageArgs = [idOf('job awarded'), idOf('fiona')]
    await stage.as('carl', writeMessage, [...messageArgs, 'One'])
    await stage.as('carl', writeMessage, [...messageArgs, 'Two'])
    const readCounts = () => stage.as('fiona', 'select count, read, link from public.my_notices')
    const link = `/chat/job/${idOf('job awarded')}?with=${idOf('carl')}`
    assert.deepEqual(await readCounts(), [{ count: 2, read: false, link }])
    await stage.as('fiona', "update public.messages set read = true where content = 'One'")
    assert.deepEqual(await readCounts(), [{ count: 1, read: false, link }])
    await stage.as('fiona', "update public.messages set read = true where content = 'Two'")
    assert.deepEqual(await readCounts(), [{ count: 1, read: true, link }])
  },

  'dismissing a notice reads no message, and a read notice stays read': async (stage) => {
    await deleteNotices(stage)
    await stage.as('carl', writeMessage, [idOf('job awarded'), idOf('fiona'), 'Hello'])
    assert.equal((await stage.as('fiona', 'update public.notices set read = true where not read returning mail_at')).length, 1)
    assert.deepEqual(await stage.asServer("select read from public.messages where content = 'Hello'"), [{ read: false }])
    await stage.assertRefused('fiona', 'notice_read', 'update public.notices set read = false where read')
    assert.deepEqual(await stage.asServer('select mail_at from public.notices'), [{ mail_at: null }])
  },

  'after a dismissal, the next notice still has the whole unread count': async (stage) => {
    await stage.as('fiona', 'update public.messages set read = true where not read and recipient_id = auth.uid()')
    await deleteNotices(stage)
    const messageArgs = [idOf('job awarded'), idOf('fiona')]
    await stage.as('carl', writeMessage, [...messageArgs, 'One'])
    await stage.as('fiona', 'update public.notices set read = true where not read')
    const readUnreadCounts = () => stage.as('fiona', 'select count from public.my_notices where not read')
    await stage.as('carl', writeMessage, [...messageArgs, 'Two'])
    assert.deepEqual(await readUnreadCounts(), [{ count: 2 }])
    await stage.as('carl', writeMessage, [...messageArgs, 'Three'])
    assert.deepEqual(await readUnreadCounts(), [{ count: 3 }])
    await stage.as('fiona', "update public.messages set read = true where content = 'One'")
    assert.deepEqual(await readUnreadCounts(), [{ count: 2 }])
  },

  'a setting that is off suppresses its notices': async (stage) => {
    await deleteNotices(stage)
    for (const name of ['messages', 'job_updates', 'payments']) await stage.as('fiona', switchOff(name))
    await stage.as('carl', placeBid, [idOf('job open')])
    await stage.as('carl', writeMessage, [idOf('job awarded'), idOf('fiona'), 'Hello'])
    await stage.as('carl', "update public.jobs set status = 'finished' where id = $1", [idOf('job awarded')])
    assert.deepEqual(await stage.asServer('select kind from public.notices where recipient_id = $1', [idOf('fiona')]), [])
  },

  'nobody sees, marks or creates the notices of another user': async (stage) => {
    await deleteNotices(stage)
    await stage.as('carl', placeBid, [idOf('job open')])
    for (const person of ['carl', 'frank', 'ada'] as const) {
      assert.deepEqual(await stage.as(person, 'select from public.notices'), [], person)
      assert.deepEqual(await stage.as(person, 'update public.notices set read = true where not read returning 1'), [], person)
    }
    await stage.assertRefused('fiona', '42501', "update public.notices set kind = 'test'")
    await stage.assertRefused('fiona', '42501', "insert into public.notices (recipient_id, kind, source_id) values (auth.uid(), 'test', gen_random_uuid())")
  },
}
