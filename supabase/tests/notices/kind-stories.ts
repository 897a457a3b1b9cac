// Checks that each kind of notice has a row, a template and a reason that users see.
import assert from 'node:assert/strict'
import { loadNotificationTemplates } from '../../../server/src/mail/load-templates.ts'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'
import { dueEmails, resetNotices } from './notification-emails.ts'

/** The server adds these values to each email. */
const serverValues = new Set(['productName', 'site'])

const withoutIsolates = (text: unknown) => String(text).replaceAll(/[\u2066-\u2069]/g, '')

/** Creates one notice of each kind for Fiona, with every value that a text can name. */
const createOneOfEach = (stage: Stage) =>
  stage.asServer(
    `select app.notify(name, $1, gen_random_uuid(), case when not is_ahead then $2::uuid end,
       case when name ~ 'consultation' then $3::uuid end, $4, 12.5) from public.notice_kinds`,
    [idOf('fiona'), idOf('job open'), idOf('consultation ahead'), idOf('carl')],
  )

export const stories: Stories = {
  'a new kind is one row and one template': async (stage) => {
    await resetNotices(stage)
    await stage.asServer(
      `insert into public.notice_kinds (name, setting, template, title, reason, path)
       values ('bid_changed', 'job_updates', 'bid-changed', '{who} now asks {amount} for {subject}',
               'You posted this job.', '/facility/bids')`,
    )
    const notifyChange = "select app.notify('bid_changed', $1, $2, $3, null, $4, 70)"
    const values = [idOf('fiona'), idOf('a bid'), idOf('job open'), idOf('carl')]
    await stage.asServer(notifyChange, values)
    const [{ title, ...rest } = {}] = await stage.as(
      'fiona',
      'select title, reason, link, group_title from public.my_notices',
    )
    assert.equal(withoutIsolates(title), 'carl now asks $70 for Job open')
    assert.deepEqual(rest, {
      reason: 'You posted this job.',
      link: '/facility/bids',
      group_title: 'Job open',
    })
    assert.deepEqual(await dueEmails(stage), [['fiona@example.com', ['bid-changed']]])
    await stage.as('fiona', 'update public.notices set read = true where not read')
    await stage.as('fiona', 'update public.notification_settings set job_updates = false')
    await stage.asServer(notifyChange, values)
    assert.deepEqual(await stage.as('fiona', 'select from public.my_notices where not read'), [])
  },

  'the headline leaves out the job, and names who caused the notice': async (stage) => {
    await resetNotices(stage)
    await createOneOfEach(stage)
    const notices = await stage.as('fiona', 'select * from public.my_notices')
    const headlineOf = (kind: string) =>
      withoutIsolates(notices.find((notice) => notice['kind'] === kind)?.['headline'])
    assert.equal(headlineOf('bid_received'), 'carl bid $12.50')
    assert.equal(headlineOf('test'), 'This is a test')
    for (const { headline, actor_name: actor } of notices) {
      assert.doesNotMatch(withoutIsolates(headline), /[{}]|Job open|null/)
      assert.equal(actor, 'carl')
    }
  },

  'each kind has a title, a reason and a link without placeholders': async (stage) => {
    await resetNotices(stage)
    await createOneOfEach(stage)
    const notices = await stage.as(
      'fiona',
      'select kind, title, reason, link from public.my_notices',
    )
    const kinds = await stage.asServer('select name from public.notice_kinds')
    assert.equal(notices.length, kinds.length)
    for (const { kind, title, reason, link } of notices) {
      const text = withoutIsolates(title)
      assert.doesNotMatch(
        text,
        /[{}]|Someone\b(?! signed)|null|undefined| {2}|^\s|\s$/,
        String(kind),
      )
      assert.match(String(reason), /^You.*\.$|^This.*\.$/, String(kind))
      assert.match(String(link), /^\/[a-z]/, String(kind))
      assert.doesNotMatch(String(link), /[{}]/, String(kind))
    }
  },

  'a notice without a job or a consultation has the link of its kind': async (stage) => {
    await resetNotices(stage)
    await stage.as('fiona', 'select public.send_test_notice()')
    const link = 'select link from public.my_notices'
    assert.deepEqual(await stage.as('fiona', link), [{ link: '/settings' }])
  },

  'the template of each kind gets all the values that it names': async (stage) => {
    const templates = await loadNotificationTemplates('supabase/templates/notification-emails')
    await resetNotices(stage)
    await createOneOfEach(stage)
    await dueEmails(stage)
    const items = await stage.asServer(
      `select part ->> 'template' as template, part -> 'values' as values
       from private.outbox o, jsonb_array_elements(private.notification_email(o.id) -> 'items') as part
       where o.kind = 'notification_email'`,
    )
    const kinds = await stage.asServer('select name from public.notice_kinds')
    assert.equal(items.length, kinds.length)
    for (const { template, values } of items) {
      const itemValues = new Map(Object.entries(values ?? {}))
      const placeholders = JSON.stringify(templates.part(String(template))).matchAll(
        /\{\{(\w+)\}\}/g,
      )
      for (const [, name = ''] of placeholders)
        assert.ok(itemValues.get(name) ?? serverValues.has(name), `${String(template)}: ${name}`)
    }
  },

  'the bell and the inbox agree about each conversation': async (stage) => {
    await resetNotices(stage)
    await stage.as(
      'fiona',
      'update public.messages set read = true where not read and recipient_id = auth.uid()',
    )
    const writeMessage =
      'insert into public.messages (job_id, recipient_id, content) values ($1, $2, $3)'
    const inboxSql =
      'select id, unread_count::int as count from public.dashboard_inbox_preview where unread_count > 0 order by id'
    const bellSql =
      "select source_id as id, count from public.notices where kind = 'message_received' and not read order by 1"
    const assertCountsAgree = async (conversations: number) => {
      const bellRows = await stage.as('fiona', bellSql)
      assert.deepEqual(bellRows, await stage.as('fiona', inboxSql))
      assert.equal(bellRows.length, conversations)
    }
    for (const text of ['One', 'Two', 'Three'])
      await stage.as('carl', writeMessage, [idOf('job awarded'), idOf('fiona'), text])
    await stage.as('cora', writeMessage, [idOf('job bidden'), idOf('fiona'), 'Four'])
    await assertCountsAgree(2)
    const markRead =
      'update public.messages set read = true where recipient_id = auth.uid() and content = any ($1)'
    await stage.as('fiona', markRead, [['One', 'Three']])
    await assertCountsAgree(2)
    await stage.as('fiona', markRead, [['Two', 'Four']])
    await assertCountsAgree(0)
    await stage.as('carl', writeMessage, [idOf('job awarded'), idOf('fiona'), 'Five'])
    await assertCountsAgree(1)
  },

  'users can mark all their own notices as read at once': async (stage) => {
    await resetNotices(stage, 'carl', 'cora')
    await stage.as(
      'carl',
      'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)',
      [idOf('job frank')],
    )
    await stage.as('fiona', 'select public.mark_notices_read()')
    assert.deepEqual(
      await stage.asServer(
        'select recipient_id, count(*)::int, bool_or(mail_at is not null) as mailed from public.notices where not read group by 1',
      ),
      [{ recipient_id: idOf('frank'), count: 1, mailed: true }],
    )
  },
}
