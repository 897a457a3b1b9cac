// Checks that each kind of notice has a row, a template and a reason to show.
import assert from 'node:assert/strict'
import { loadNotificationTemplates } from '../../../server/src/mail/load-templates.ts'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'
import { resetNotices, dueEmails } from './notification-emails.ts'

const bare = (words: unknown) => String(words).replaceAll(/[\u2066-\u2069]/g, '')

/** Creates one notice of each kind for Fiona, with every value that a text can name. */
const oneOfEach = (stage: Stage) =>
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
               'You posted this job.', '/facility-dashboard?view=bids')`,
    )
    const tell = "select app.notify('bid_changed', $1, $2, $3, null, $4, 70)"
    const values = [idOf('fiona'), idOf('a bid'), idOf('job open'), idOf('carl')]
    await stage.asServer(tell, values)
    const [{ title, ...rest } = {}] = await stage.as(
      'fiona',
      'select title, reason, link, group_title from public.my_notices',
    )
    assert.equal(bare(title), 'carl now asks $70 for Job open')
    assert.deepEqual(rest, {
      reason: 'You posted this job.',
      link: '/facility-dashboard?view=bids',
      group_title: 'Job open',
    })
    assert.deepEqual(await dueEmails(stage), [['fiona@example.com', ['bid-changed']]])
    await stage.as('fiona', 'update public.notices set read = true where not read')
    await stage.as('fiona', 'update public.notification_settings set job_updates = false')
    await stage.asServer(tell, values)
    assert.deepEqual(await stage.as('fiona', 'select from public.my_notices where not read'), [])
  },

  'each kind has a title, a reason and a link without placeholders': async (stage) => {
    await resetNotices(stage)
    await oneOfEach(stage)
    const told = await stage.as('fiona', 'select kind, title, reason, link from public.my_notices')
    const all = await stage.asServer('select name from public.notice_kinds')
    assert.equal(told.length, all.length)
    for (const { kind, title, reason, link } of told) {
      const words = bare(title)
      assert.doesNotMatch(words, /[{}]|Somebody|null|undefined| {2}|^\s|\s$/, String(kind))
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
    const emails = await loadNotificationTemplates('supabase/templates/notification-emails')
    await resetNotices(stage)
    await oneOfEach(stage)
    await dueEmails(stage)
    const parts = await stage.asServer(
      `select part ->> 'template' as template, part -> 'values' as values
       from private.outbox o, jsonb_array_elements(private.notification_email(o.id) -> 'items') as part
       where o.kind = 'notification_email'`,
    )
    const all = await stage.asServer('select name from public.notice_kinds')
    assert.equal(parts.length, all.length)
    for (const { template, values } of parts) {
      const given = new Map(Object.entries(values ?? {}))
      const named = JSON.stringify(emails.part(String(template))).matchAll(/\{\{(\w+)\}\}/g)
      for (const [, name = ''] of named) assert.ok(given.get(name), `${String(template)}: ${name}`)
    }
  },

  'the bell and the inbox agree about each conversation': async (stage) => {
    await resetNotices(stage)
    await stage.as(
      'fiona',
      'update public.messages set read = true where not read and recipient_id = auth.uid()',
    )
    const write = 'insert into public.messages (job_id, recipient_id, content) values ($1, $2, $3)'
    const inbox =
      'select id, unread_count::int as count from public.dashboard_inbox_preview where unread_count > 0 order by id'
    const bell =
      "select source_id as id, count from public.notices where kind = 'message_received' and not read order by 1"
    const agree = async (conversations: number) => {
      const said = await stage.as('fiona', bell)
      assert.deepEqual(said, await stage.as('fiona', inbox))
      assert.equal(said.length, conversations)
    }
    for (const words of ['One', 'Two', 'Three'])
      await stage.as('carl', write, [idOf('job awarded'), idOf('fiona'), words])
    await stage.as('cora', write, [idOf('job bidden'), idOf('fiona'), 'Four'])
    await agree(2)
    const read =
      'update public.messages set read = true where recipient_id = auth.uid() and content = any ($1)'
    await stage.as('fiona', read, [['One', 'Three']])
    await agree(2)
    await stage.as('fiona', read, [['Two', 'Four']])
    await agree(0)
    await stage.as('carl', write, [idOf('job awarded'), idOf('fiona'), 'Five'])
    await agree(1)
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
