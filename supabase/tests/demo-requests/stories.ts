import assert from 'node:assert/strict'
import { dueEmails, resetNotices } from '../notices/notification-emails.ts'
import { blankTexts } from '../support/blank-texts.ts'
import type { Stories } from '../support/run-story.ts'

const submitRequest = 'select public.submit_demo_request($1, $2, $3, $4) as answer'

export const stories: Stories = {
  'a visitor can request a demo': async (stage) => {
    assert.deepEqual(await stage.as('visitor', submitRequest, [' Vera ', 'vera@example.com', 'Halls', 'Hello']), [{ answer: 'Thank you' }])
    assert.equal((await stage.as('ada', "select from public.demo_requests where full_name = 'Vera' and not handled and message = 'Hello'")).length, 1)
  },

  'each field is required and limited, and the email is checked': async (stage) => {
    const validValues: (string | null)[] = ['Vera', 'vera@example.com', 'Halls', 'Hello']
    for (const index of [0, 1, 2, 3]) {
      for (const empty of [...blankTexts, null]) await stage.assertRefused('visitor', 'text_missing', submitRequest, validValues.with(index, empty))
      await stage.assertRefused('visitor', 'text_too_long', submitRequest, validValues.with(index, 'x'.repeat(5001)))
    }
    for (const email of ['vera', 'vera@', '@example.com', 'vera@example', 'a b@example.com', 'a@b@example.com']) {
      await stage.assertRefused('visitor', 'email_invalid', submitRequest, validValues.with(1, email))
    }
  },

  'a requester gets one email a day, and an email is never more than the limit': async (stage) => {
    const readEmails = async () => {
      const rows = await stage.asServer(
        "select private.notification_email(id) as email from private.outbox where payload ? 'demo_request' order by created_at",
      )
      return rows.map(({ email }) => email)
    }
    for (const email of [' Ines@example.com', 'ines@EXAMPLE.com']) await stage.as('visitor', submitRequest, ['Buy pills', email, 'Halls', 'http://pills.example'])
    const content = { to: 'Ines@example.com', items: [{ template: 'demo-request-received', values: { link: '/marketing' } }], values: {} }
    assert.deepEqual(await readEmails(), [content])
    await stage.asServer("update public.demo_requests set created_at = now() - interval '25 hours' where lower(email) = 'ines@example.com'")
    await stage.as('visitor', submitRequest, ['Ines', 'ines@example.com', 'Halls', 'Again'])
    assert.equal((await readEmails()).length, 2)
    for (let index = 0; index < 25; index += 1) await stage.as('visitor', submitRequest, ['Vera', `vera${index}@example.com`, 'Halls', 'Hello'])
    // Only 19 of the 20 allowed requests caused an email. The other email is to Ines, from the day before.
    assert.equal((await readEmails()).length, 20)
  },

  'admins get one notice of demo requests, and one email a day, until all are handled': async (stage) => {
    await resetNotices(stage)
    const notices = () => stage.as('ada', "select title, link, count from public.my_notices where kind = 'demo_requested' and not read")
    for (const name of ['Vera', 'Kai']) await stage.as('visitor', submitRequest, [name, `${name}@example.com`, 'Halls', 'Hello'])
    assert.deepEqual(await notices(), [{ title: 'New demo requests', link: '/admin/demo-requests', count: 2 }])
    const toAda = (await dueEmails(stage)).filter(([address]) => address === 'ada@example.com')
    assert.deepEqual(toAda, [['ada@example.com', ['demo-requested']]])
    await stage.as('ada', "update public.demo_requests set handled = true where full_name = 'Kai'")
    assert.equal((await notices()).length, 1)
    await stage.as('ada', 'update public.demo_requests set handled = true')
    assert.deepEqual(await notices(), [])
    for (const person of ['fiona', 'carl', 'kim'] as const) {
      assert.deepEqual(await stage.as(person, "select from public.my_notices where kind = 'demo_requested'"), [])
    }
  },

  'an admin marks a request as handled, and that is audited': async (stage) => {
    await stage.as('ada', 'update public.demo_requests set handled = true')
    const [entry = {}] = await stage.as('ada', 'select action from public.admin_audit_log()')
    assert.deepEqual(entry, { action: 'handle_demo_request' })
  },

  'marking a request again is not audited again': async (stage) => {
    const auditEntries = "select count(*)::int from public.admin_audit_log() where action = 'handle_demo_request'"
    await stage.as('ada', 'update public.demo_requests set handled = true')
    const entriesOnce = await stage.as('ada', auditEntries)
    await stage.as('ada', 'update public.demo_requests set handled = true')
    assert.deepEqual(await stage.as('ada', auditEntries), entriesOnce)
  },

  'nobody else can mark a request, not even without reading it': async (stage) => {
    for (const person of ['fiona', 'carl', 'kim'] as const) {
      await stage.assertRefused(person, '42501', 'update public.demo_requests set handled = true')
    }
  },

  'demo requests are rate-limited': async (stage) => {
    for (let index = 0; index < 59; index += 1) await stage.as('visitor', submitRequest, ['Vera', 'vera@example.com', 'Halls', `${index}`])
    await stage.assertRefused('visitor', 'too_many_demo_requests', submitRequest, ['Vera', 'vera@example.com', 'Halls', 'x'])
  },
}
