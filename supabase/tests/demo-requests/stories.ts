import assert from 'node:assert/strict'
import type { Stories } from '../support/run-story.ts'

const submit = 'select public.submit_demo_request($1, $2, $3, $4) as answer'

export const stories: Stories = {
  'a visitor can request a demo': async (stage) => {
    assert.deepEqual(await stage.as('visitor', submit, [' Vera ', 'vera@example.com', 'Halls', 'Hello']), [{ answer: 'Thank you' }])
    assert.equal((await stage.as('ada', "select from public.demo_requests where full_name = 'Vera' and not handled and message = 'Hello'")).length, 1)
  },

  'each field is required and limited, and the email is checked': async (stage) => {
    const good = ['Vera', 'vera@example.com', 'Halls', 'Hello']
    for (const place of [0, 1, 2, 3]) {
      for (const nothing of ['', ' ', null]) await stage.isRefused('visitor', 'text_missing', submit, good.map((value, n) => (n === place ? nothing : value)))
      await stage.isRefused('visitor', 'text_too_long', submit, good.with(place, 'x'.repeat(5001)))
    }
    for (const email of ['vera', 'vera@', '@example.com', 'vera@example', 'a b@example.com', 'a@b@example.com']) {
      await stage.isRefused('visitor', 'email_invalid', submit, good.with(1, email))
    }
  },

  'an admin marks a request as handled, and that is audited': async (stage) => {
    await stage.as('ada', 'update public.demo_requests set handled = true')
    const [entry = {}] = await stage.as('ada', 'select action from public.admin_audit_log()')
    assert.deepEqual(entry, { action: 'handle_demo_request' })
  },

  'marking a request again is not audited again': async (stage) => {
    const audited = "select count(*)::int from public.admin_audit_log() where action = 'handle_demo_request'"
    await stage.as('ada', 'update public.demo_requests set handled = true')
    const once = await stage.as('ada', audited)
    await stage.as('ada', 'update public.demo_requests set handled = true')
    assert.deepEqual(await stage.as('ada', audited), once)
  },

  'nobody else can mark a request, not even without reading it': async (stage) => {
    for (const person of ['fiona', 'carl', 'kim'] as const) {
      await stage.isRefused(person, '42501', 'update public.demo_requests set handled = true')
    }
  },

  'demo requests are rate-limited': async (stage) => {
    for (let n = 0; n < 59; n += 1) await stage.as('visitor', submit, ['Vera', 'vera@example.com', 'Halls', `${n}`])
    await stage.isRefused('visitor', 'too_many_demo_requests', submit, ['Vera', 'vera@example.com', 'Halls', 'x'])
  },
}
