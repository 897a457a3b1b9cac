// Tests how notices change as time passes.
import assert from 'node:assert/strict'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'
import { dueEmails, queuedEmails, resetNotices } from './notification-emails.ts'

const readKinds = async (stage: Stage) => {
  const rows = await stage.asServer('select distinct kind from public.notices order by kind')
  return rows.map(({ kind }) => kind)
}

const bookKim = `insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes)
  values ($1, auth.uid(), now() + interval '3 days', 30) returning id`

/** Makes a consultation start after the interval `when`, with a booking nine days ago. */
const moveTo = (when: string) =>
  `update public.consultations set scheduled_at = now() + interval '${when}',
     ends_at = now() + interval '${when} 30 minutes', created_at = now() - interval '9 days' where id = $1`

export const stories: Stories = {
  'a postponed notice goes out with later ones': async (stage) => {
    await resetNotices(stage, 'carl')
    for (let sentCount = 1; sentCount <= 6; sentCount += 1)
      await stage.asServer('select app.create_notification_email($1, $2)', [idOf('fiona'), []])
    assert.deepEqual(await dueEmails(stage), [])
    await stage.asServer(
      "update private.notification_emails set queued_at = queued_at - interval '1 day'",
    )
    await stage.asServer("update public.notices set created_at = created_at - interval '1 hour'")
    await stage.as('carl', "update public.jobs set status = 'finished' where id = $1", [
      idOf('job awarded'),
    ])
    const [[address, items] = [], ...otherEmails] = await dueEmails(stage)
    assert.deepEqual([address, otherEmails], ['fiona@example.com', []])
    assert.deepEqual(
      new Set(Array.isArray(items) ? items : []),
      new Set(['bid-received', 'job-finished', 'payment-due']),
    )
    assert.deepEqual(
      await stage.asServer('select from public.notices where mail_at is not null'),
      [],
    )
  },

  'a repeat before the email does not postpone it': async (stage) => {
    await resetNotices(stage)
    const writeMessage =
      "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hello')"
    const messageArgs = [idOf('job awarded'), idOf('fiona')]
    await stage.as('carl', writeMessage, messageArgs)
    await stage.asServer("update public.notices set mail_at = now() + interval '16 hours'")
    await stage.as('carl', writeMessage, messageArgs)
    assert.deepEqual(await dueEmails(stage), [['fiona@example.com', ['message-received']]])
    await dueEmails(stage)
    const countEmails = 'select count(*)::int as emails from private.notification_emails'
    assert.deepEqual(await stage.asServer(countEmails), [{ emails: 1 }])
  },

  'an email that may have gone out counts, even if nothing is left to send': async (stage) => {
    const countEmails = 'select count(*)::int as emails from private.notification_emails'
    const markRead = 'update public.notices set read = true where not read'
    await resetNotices(stage, 'carl')
    assert.equal((await dueEmails(stage)).length, 1)
    await stage.as('fiona', markRead)
    assert.deepEqual(await queuedEmails(stage), [])
    assert.deepEqual(await stage.asServer(countEmails), [{ emails: 1 }])
  },

  'an email that never went out does not count': async (stage) => {
    for (const failures of [0, 1]) {
      await resetNotices(stage, 'carl')
      await stage.asServer('update public.notices set mail_at = now()')
      await stage.asServer('select private.run_scheduled()')
      for (let failureCount = 0; failureCount < failures; failureCount += 1) {
        assert.equal((await queuedEmails(stage)).length, 1)
        await stage.asServer(
          "update private.outbox set attempts = attempts + 1 where kind = 'notification_email'",
        )
      }
      await stage.as('fiona', 'update public.notices set read = true where not read')
      assert.deepEqual(await queuedEmails(stage), [])
      assert.deepEqual(await stage.asServer('select from private.notification_emails'), [])
      await stage.as('carl', "update public.bids set status = 'withdrawn' where job_id = $1", [
        idOf('job open'),
      ])
    }
  },

  'no email reminds of a consultation that has started, and the booking is still notified': async (
    stage,
  ) => {
    await resetNotices(stage)
    const [booking = {}] = await stage.as('frank', bookKim, [idOf('kim')])
    await stage.asServer(moveTo('20 hours'), [booking['id']])
    await stage.asServer('select private.run_scheduled()')
    assert.deepEqual(await dueEmails(stage), [
      ['frank@example.com', ['consultation-tomorrow']],
      ['kim@example.com', ['consultation-booked', 'consultation-tomorrow']],
    ])
    await stage.asServer(moveTo('-1 hour'), [booking['id']])
    assert.deepEqual(await queuedEmails(stage), [['kim@example.com', ['consultation-booked']]])
  },

  'failed reminders do not delay emails, and are retried': async (stage) => {
    await stage.asServer(`create function pg_temp.fail() returns trigger language plpgsql as
      'begin raise ''It cannot be made.''; end'`)
    await stage.asServer(`create trigger broken before insert on public.notices for each row
      when (new.kind = 'consultation_tomorrow') execute function pg_temp.fail()`)
    await resetNotices(stage, 'carl')
    const [booking = {}] = await stage.as('frank', bookKim, [idOf('kim')])
    await stage.asServer('delete from public.notices where kind = $1', ['consultation_booked'])
    await stage.asServer(moveTo('20 hours'), [booking['id']])
    assert.deepEqual(await dueEmails(stage), [['fiona@example.com', ['bid-received']]])
    await stage.asServer('drop trigger broken on public.notices')
    await stage.asServer('select private.run_scheduled()')
    assert.deepEqual(await readKinds(stage), ['bid_received', 'consultation_tomorrow'])
  },

  'a time names its year if it is not the current one': async (stage) => {
    const readNotice = (years: number) =>
      stage.asServer(
        `select to_char(now() + make_interval(years => $1), 'YYYY') as year,
                app.format_time(now() + make_interval(years => $1), 'UTC') ~ ', [0-9]{4} at ' as is_said,
                split_part(app.format_time(now() + make_interval(years => $1), 'UTC'), ', ', 3) as said`,
        [years],
      )
    const [[thisYear = {}], [nextYear = {}]] = [await readNotice(0), await readNotice(1)]
    assert.equal(thisYear['is_said'], false)
    assert.equal(String(nextYear['said']).slice(0, 4), nextYear['year'])
  },

  'old rows that the server imports cause no notices': async (stage) => {
    await resetNotices(stage)
    const job = idOf('old job')
    const [bid, otherBid] = [idOf('old bid'), idOf('old other bid')]
    await stage.asServer(
      `insert into public.jobs (id, facility_id, title, description, budget, created_at)
       values ($1, $2, 'Last year', 'It leaked.', 500, now() - interval '1 year')`,
      [job, idOf('fiona')],
    )
    const insertBid = `insert into public.bids (id, job_id, contractor_id, amount, created_at)
      values ($1, $2, $3, 80, now() - interval '11 months')`
    await stage.asServer(insertBid, [bid, job, idOf('carl')])
    await stage.asServer(insertBid, [otherBid, job, idOf('cora')])
    await stage.asServer(
      `update public.jobs set awarded_at = now() - interval '10 months', awarded_contractor_id = $2 where id = $1`,
      [job, idOf('carl')],
    )
    for (const [id, status] of [
      [bid, 'accepted'],
      [otherBid, 'rejected'],
    ])
      await stage.asServer('update public.bids set status = $2 where id = $1', [id, status])
    await stage.asServer(
      `insert into public.messages (job_id, sender_id, recipient_id, sender_name, content, created_at)
       values ($1, $2, $3, 'carl', 'Done.', now() - interval '9 months')`,
      [job, idOf('carl'), idOf('fiona')],
    )
    await stage.asServer(
      `update public.jobs set status = 'finished', finished_at = now() - interval '9 months' where id = $1`,
      [job],
    )
    await stage.asServer(
      `update public.payments set status = 'paid', paid_at = now() - interval '8 months' where job_id = $1`,
      [job],
    )
    await stage.asServer(
      `update public.payments set status = 'refunded', refunded_at = now() - interval '7 months' where job_id = $1`,
      [job],
    )
    await stage.asServer(
      `insert into public.consultations (facility_id, consultant_id, scheduled_at, duration_minutes, fee, created_at)
       values ($1, $2, now() - interval '9 months', 30, 150, now() - interval '10 months')`,
      [idOf('fiona'), idOf('kim')],
    )
    assert.deepEqual(await readKinds(stage), [])
  },

  'an award that the server revokes causes a notice, however old it is': async (stage) => {
    await resetNotices(stage)
    await stage.asServer(
      "update public.jobs set awarded_at = now() - interval '9 days' where id = $1",
      [idOf('job awarded')],
    )
    await stage.asServer(
      "update public.bids set status = 'rejected' where job_id = $1 and status = 'accepted'",
      [idOf('job awarded')],
    )
    assert.deepEqual(await readKinds(stage), ['award_released', 'award_reopened'])
  },

  'read notices are deleted after 90 days, others after a year, except unread messages, in small steps':
    async (stage) => {
      await resetNotices(stage)
      for (const [isRead, days, kind = 'test'] of [
        [true, 89],
        [true, 91],
        [true, 92],
        [false, 91],
        [false, 364],
        [false, 367],
        // This notice is not deleted, because the inbox still counts its message.
        [false, 368, 'message_received'],
      ]) {
        await stage.asServer(
          `insert into public.notices (recipient_id, kind, source_id, read, created_at)
         values ($1, $4, gen_random_uuid(), $2, now() - make_interval(days => $3))`,
          [idOf('fiona'), isRead, days, kind],
        )
      }
      const steps: unknown[] = []
      for (let step = 1; step <= 3; step += 1)
        steps.push((await stage.asServer('select private.prune(1) as more'))[0]?.['more'])
      assert.deepEqual(steps, [true, true, false])
      const countRemaining =
        'select read, (now()::date - created_at::date) as days from public.notices order by days'
      assert.deepEqual(await stage.asServer(countRemaining), [
        { read: true, days: 89 },
        { read: false, days: 91 },
        { read: false, days: 364 },
        { read: false, days: 368 },
      ])
    },
}
