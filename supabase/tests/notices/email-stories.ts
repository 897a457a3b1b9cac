import assert from 'node:assert/strict'
import { idOf, type Person, type Stage, type Stories } from '../support/run-story.ts'
import { dueEmails, placeBid, queuedEmails, resetNotices } from './notification-emails.ts'

const readToken = async (stage: Stage, person: Person) =>
  String(
    (await stage.asServer('select app.unsubscribe_token($1) as token', [idOf(person)]))[0]?.[
      'token'
    ],
  )

/** Each of these statements makes an email to Fiona about Cora's bid unnecessary. */
const dropStatements = [
  "update public.bids set status = 'withdrawn' where status = 'pending' and contractor_id = $1",
  'update public.notification_settings set job_updates = false where user_id = $1',
  'update public.notification_settings set email = false where user_id = $1',
  'update auth.users set deleted_at = now() where id = $1',
  "update auth.users set banned_until = 'infinity' where id = $1",
]

export const stories: Stories = {
  'a notice that is unread after two minutes is emailed': async (stage) => {
    await resetNotices(stage, 'carl')
    await stage.asServer('select private.run_scheduled()')
    assert.deepEqual(await queuedEmails(stage), [])
    assert.deepEqual(await dueEmails(stage), [['fiona@example.com', ['bid-received']]])
  },

  'a burst of notices is one email, with one item for each matter': async (stage) => {
    await resetNotices(stage, 'carl', 'cora')
    await stage.as('carl', "update public.jobs set status = 'finished' where id = $1", [
      idOf('job awarded'),
    ])
    const [[address, items] = [], ...otherEmails] = await dueEmails(stage)
    assert.deepEqual([address, otherEmails], ['fiona@example.com', []])
    assert.deepEqual(
      new Set(Array.isArray(items) ? items : []),
      new Set(['bid-received', 'job-finished', 'payment-due']),
    )
    const [{ who } = {}] = await stage.asServer(
      "select jsonb_path_query_first(private.notification_email(id), '$.items[*] ? (@.template == \"bid-received\").values.who') as who from private.outbox where kind = 'notification_email'",
    )
    assert.match(String(who), /^(carl|cora) and 1 more$/)
  },

  'several bids are one item, and each conversation is an item of its own': async (stage) => {
    await resetNotices(stage, 'carl')
    const placeCheaperBid =
      'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 75)'
    await stage.as('cora', placeCheaperBid, [idOf('job open')])
    const writeMessage =
      "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'Hello')"
    for (const bidder of ['carl', 'cora'] as const) {
      await stage.as(bidder, writeMessage, [idOf('job bidden'), idOf('fiona')])
    }
    await dueEmails(stage)
    const items = await stage.asServer(
      `select part ->> 'template' as template, part -> 'values' ->> 'amount' as amount, part -> 'values' ->> 'link' as link
       from private.outbox o, jsonb_array_elements(private.notification_email(o.id) -> 'items') as part
       where o.kind = 'notification_email' order by 1, 3`,
    )
    const messageItems = [idOf('carl'), idOf('cora')].toSorted().map((bidder) => ({
      template: 'message-received',
      amount: null,
      link: `/chat/job/${idOf('job bidden')}?with=${bidder}`,
    }))
    const bidItem = {
      template: 'bid-received',
      amount: '$75 to $80',
      link: `/facility/jobs/${idOf('job open')}/bids`,
    }
    assert.deepEqual(items, [bidItem, ...messageItems])
  },

  'an email about a consultation does not name its job': async (stage) => {
    await resetNotices(stage)
    const bookKim = `insert into public.consultations (consultant_id, facility_id, job_id, scheduled_at, duration_minutes)
      values ($1, auth.uid(), $2, now() + interval '3 days', 30)`
    await stage.as('frank', bookKim, [idOf('kim'), idOf('job frank')])
    assert.deepEqual(await dueEmails(stage), [['kim@example.com', ['consultation-booked']]])
    const [email] = await stage.asServer(
      "select private.notification_email(id) as email from private.outbox where kind = 'notification_email'",
    )
    assert.doesNotMatch(JSON.stringify(email), /Job frank/)
    await stage.asServer(
      `update public.consultations set scheduled_at = '2019-03-05T17:30Z', ends_at = '2019-03-05T18:00Z'
       where duration_minutes = 30 and facility_id = $1`,
      [idOf('frank')],
    )
    assert.deepEqual(await stage.as('kim', 'select group_title from public.my_notices'), [
      { group_title: 'Mar 5, 2019, 10:30 AM consultation with frank inc.' },
    ])
  },

  'a notice that was read, withdrawn or switched off meanwhile is not emailed': async (stage) => {
    await resetNotices(stage, 'carl')
    await stage.as('fiona', 'update public.notices set read = true where not read')
    assert.deepEqual(await dueEmails(stage), [])
    await resetNotices(stage, 'cora')
    assert.equal((await dueEmails(stage)).length, 1)
    for (const dropStatement of dropStatements) {
      await stage.asServer('savepoint before_drop')
      await stage.asServer(dropStatement, [idOf(dropStatement.includes('bids') ? 'cora' : 'fiona')])
      assert.deepEqual(await queuedEmails(stage), [], dropStatement)
      await stage.asServer('rollback to savepoint before_drop')
    }
  },

  'the emails of a deleted account are not sent': async (stage) => {
    await stage.asServer(
      'insert into auth.users (id, email, raw_app_meta_data) values ($1, \'gone@example.com\', \'{"role": "facility"}\')',
      [idOf('gone')],
    )
    await stage.asServer('delete from public.notices')
    await stage.asServer(
      "insert into public.notices (recipient_id, kind, source_id, mail_at) values ($1, 'test', $1, now())",
      [idOf('gone')],
    )
    assert.deepEqual(await dueEmails(stage), [['gone@example.com', ['test']]])
    await stage.asServer('delete from auth.users where id = $1', [idOf('gone')])
    assert.deepEqual(await queuedEmails(stage), [])
  },

  'a postponed notice is written once, however often the scheduled run follows': async (stage) => {
    await resetNotices(stage)
    await stage.asServer('select app.create_notification_email($1, $2)', [idOf('fiona'), []])
    const postpone = async () => {
      await stage.asServer(
        `update public.notices set created_at = created_at - interval '2 minutes', mail_at = now()
         where created_at = now()`,
      )
      await stage.asServer('select private.run_scheduled()')
      return stage.asServer('select ctid::text as version, mail_at::text from public.notices')
    }
    await stage.as('carl', placeBid, [idOf('job open')])
    const [first] = await postpone()
    await stage.as('cora', placeBid, [idOf('job open')])
    const secondNotices = await postpone()
    assert.equal(secondNotices.length, 2)
    assert.ok(secondNotices.some(({ version }) => version === first?.['version']))
    assert.deepEqual(
      new Set(secondNotices.map(({ mail_at }) => mail_at)),
      new Set([first?.['mail_at']]),
    )
  },

  'the pause doubles with each email of a day': async (stage) => {
    const delays: unknown[] = []
    for (let sentCount = 1; sentCount <= 8; sentCount += 1) {
      await stage.asServer('select app.create_notification_email($1, $2)', [idOf('fiona'), []])
      const [row] = await stage.asServer(
        'select extract(epoch from app.next_email_at($1) - now())::int / 60 as gap',
        [idOf('fiona')],
      )
      delays.push(row?.['gap'])
    }
    assert.deepEqual(delays, [30, 60, 120, 240, 480, 960, 960, 960])
    await resetNotices(stage, 'carl')
    assert.deepEqual(await dueEmails(stage), [])
    assert.deepEqual(
      await stage.asServer(
        "select mail_at > now() + interval '15 hours' as later from public.notices",
      ),
      [{ later: true }],
    )
  },

  'test notices do not postpone other emails': async (stage) => {
    await stage.asServer(
      "update private.settings set value = '100/3600' where name = 'limit_test_notices'",
    )
    await stage.as('fiona', 'select public.send_test_notice() from generate_series(1, 40)')
    await resetNotices(stage, 'carl')
    assert.deepEqual(await dueEmails(stage), [['fiona@example.com', ['bid-received']]])
  },

  'a failure for one user delays nobody else, and is tried again': async (stage) => {
    await stage.asServer(`create function pg_temp.fail() returns trigger language plpgsql as
      'begin raise ''Her mail cannot be made.''; end'`)
    await stage.asServer(`create trigger broken before insert on private.notification_emails for each row
      when (new.recipient_id = '${idOf('fiona')}') execute function pg_temp.fail()`)
    await resetNotices(stage, 'carl')
    await stage.as('carl', placeBid, [idOf('job frank')])
    assert.deepEqual(await dueEmails(stage), [['frank@example.com', ['bid-received']]])
    await stage.asServer('drop trigger broken on private.notification_emails')
    assert.deepEqual(await dueEmails(stage), [
      ['fiona@example.com', ['bid-received']],
      ['frank@example.com', ['bid-received']],
    ])
  },

  'a later email replaces an earlier one about the same notice': async (stage) => {
    await resetNotices(stage, 'carl')
    await dueEmails(stage)
    await stage.asServer(
      "update public.notices set mail_at = now(); update private.notification_emails set queued_at = queued_at - interval '31 minutes'",
    )
    assert.deepEqual(await dueEmails(stage), [['fiona@example.com', ['bid-received']]])
  },

  "times are in the reader's time zone and name it": async (stage) => {
    await stage.asServer(
      "delete from public.notices; update public.profiles set time_zone = 'Asia/Tokyo' where username = 'kim'",
    )
    const bookKim = `insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes)
      values ($1, auth.uid(), date_trunc('day', now() at time zone 'utc') at time zone 'utc' + interval '3 days 15 hours 30 minutes', 30)`
    await stage.as('frank', bookKim, [idOf('kim')])
    await dueEmails(stage)
    const [email] = await stage.asServer(
      "select private.notification_email(id) as email from private.outbox where kind = 'notification_email'",
    )
    assert.match(JSON.stringify(email), /day, \w+ \d+(, \d{4})? at 12:30 AM \(Asia\/Tokyo\)/)
    assert.match(JSON.stringify(email), /"zone":"Asia\/Tokyo"/)
  },

  'an unsubscribe link works repeatedly, for its user only': async (stage) => {
    const token = await readToken(stage, 'carl')
    const unsubscribe = 'select public.unsubscribe($1)'
    for (const person of ['carl', 'ada', 'visitor'] as const)
      await stage.assertRefused(person, '42501', unsubscribe, [token])
    const other = await readToken(stage, 'cora')
    for (const invalidToken of [
      '',
      'x',
      `${token}0`,
      token.slice(0, -1),
      token.toUpperCase(),
      `${token.slice(0, 33)}${other.slice(33)}`,
    ]) {
      assert.equal(
        (await stage.serverRefusal(unsubscribe, [invalidToken]))?.code,
        'unsubscribe_link_invalid',
        invalidToken,
      )
    }
    for (const _ of [1, 2]) assert.equal(await stage.serverRefusal(unsubscribe, [token]), undefined)
    assert.deepEqual(
      await stage.asServer('select user_id from public.notification_settings where not email'),
      [{ user_id: idOf('carl') }],
    )
  },

  'a test notice goes to its sender, by email if that is on, and is rate-limited': async (
    stage,
  ) => {
    const sendTestNotice = 'select public.send_test_notice() as mailed'
    assert.deepEqual(await stage.as('kim', sendTestNotice), [{ mailed: true }])
    assert.deepEqual(await queuedEmails(stage), [['kim@example.com', ['test']]])
    await stage.as('carl', 'update public.notification_settings set email = false')
    assert.deepEqual(await stage.as('carl', sendTestNotice), [{ mailed: false }])
    assert.deepEqual(
      await stage.as('carl', "select kind from public.my_notices where kind = 'test'"),
      [{ kind: 'test' }],
    )
    for (let sentCount = 0; sentCount < 4; sentCount += 1) await stage.as('kim', sendTestNotice)
    const { status } = await stage.assertRefused('kim', 'too_many_test_notices', sendTestNotice)
    assert.equal(status, 429)
  },
}
