import assert from 'node:assert/strict'
import { idOf, type Person, type Stage, type Stories } from '../support/run-story.ts'

/** The payloads contain no links, because the server creates a link when it sends the email. */
const payloads: [kind: string, payload: object][] = [
  ['auth.link', { purpose: 'recovery', email: 'Fiona@example.com', redirectTo: '/x', ip: '::1' }],
  [
    'auth.link',
    {
      purpose: 'email_change',
      accountId: idOf('frank'),
      email: 'frank@example.com',
      newEmail: 'new@frank.example',
    },
  ],
  ['auth.link', { purpose: 'invite', accountId: idOf('cora'), email: 'cora@example.com' }],
  [
    'auth.sign-up',
    {
      id: '00000000-0000-4000-8000-00000000abcd',
      email: 'stranger@example.com',
      passwordHash: 'secret',
      data: { full_name: 'secret' },
    },
  ],
  [
    'mail',
    { kind: 'email-changed', to: 'before@kim.example', values: { email: 'kim@example.com' } },
  ],
  ['file', { version: 'x' }],
]

/** Creates failed rows: one of each kind that sends an email, one that sends none, and one about notices to Carl. */
async function createFailedRows(stage: Stage) {
  await stage.asServer('select app.create_notification_email($1, $2)', [idOf('carl'), []])
  for (const [kind, payload] of payloads)
    await stage.asServer('insert into private.outbox (kind, payload) values ($1, $2)', [
      kind,
      payload,
    ])
  await stage.asServer(
    "update private.outbox set dead_at = now(), due_at = now() - interval '1 day', attempts = 16, last_error = '550 unknown'",
  )
}

const listFailedEmails =
  'select kind, about, recipient_id, address, attempts, last_error from public.admin_dead_letters order by lower(address)'

async function findEmailTo(stage: Stage, address: string) {
  const [row] = await stage.as(
    'ada',
    'select id from public.admin_dead_letters where address ilike $1',
    [address],
  )
  return row?.['id']
}

const readAuditEntries = (stage: Stage) =>
  stage.as(
    'ada',
    'select action, subject, subject_name, details from public.admin_audit_entries order by id desc',
  )

export const stories: Stories = {
  'admins see failed emails, and nobody sees their content': async (stage) => {
    await createFailedRows(stage)
    const expectedEmails: [kind: string, about: string, address: string, person?: Person][] = [
      ['mail', 'email-changed', 'before@kim.example'],
      ['notification_email', 'notices', 'carl@example.com', 'carl'],
      ['auth.link', 'invite', 'cora@example.com', 'cora'],
      ['auth.link', 'recovery', 'Fiona@example.com', 'fiona'],
      ['auth.link', 'email_change', 'new@frank.example', 'frank'],
      ['auth.sign-up', 'signup', 'stranger@example.com'],
    ]
    assert.deepEqual(
      await stage.as('ada', listFailedEmails),
      expectedEmails.map(([kind, about, address, person]) => ({
        kind,
        about,
        recipient_id: person ? idOf(person) : null,
        address,
        attempts: 16,
        last_error: '550 unknown',
      })),
    )
    const rows = await stage.as('ada', 'select * from public.admin_dead_letters')
    assert.doesNotMatch(JSON.stringify(rows), /secret/)
  },

  'failed emails are one open item of an admin, with their number': async (stage) => {
    const countUnsentEmails = () =>
      stage.as(
        'ada',
        "select number::integer from public.dashboard_waiting_counts where kind = 'unsent_mails'",
      )
    assert.deepEqual(await countUnsentEmails(), [])
    await createFailedRows(stage)
    assert.deepEqual(await countUnsentEmails(), [{ number: 6 }])
    for (const person of ['fiona', 'carl', 'nora'] as const)
      assert.deepEqual(
        await stage.as(person, "select from public.dashboard_waiting where kind = 'unsent_mails'"),
        [],
      )
  },

  'a retried email is queued like a new one, once, and audited': async (stage) => {
    await createFailedRows(stage)
    const mail = await findEmailTo(stage, 'fiona@example.com')
    await stage.as('ada', 'select public.admin_send_again($1)', [mail])
    assert.deepEqual(
      await stage.asServer(
        'select attempts, dead_at, due_at <= now() as due from private.outbox where id = $1',
        [mail],
      ),
      [{ attempts: 0, dead_at: null, due: true }],
    )
    assert.equal((await stage.as('ada', listFailedEmails)).length, 5)
    const [entry] = await readAuditEntries(stage)
    assert.deepEqual(entry, {
      action: 'send_mail_again',
      subject: idOf('fiona'),
      subject_name: 'fiona inc.',
      details: { mail: 'recovery' },
    })
    const { status } = await stage.assertRefused(
      'ada',
      'mail_not_given_up',
      'select public.admin_send_again($1)',
      [mail],
    )
    assert.equal(status, 409)
  },

  'an email to an address without an account is audited by the address': async (stage) => {
    await createFailedRows(stage)
    const mail = await findEmailTo(stage, 'stranger@example.com')
    await stage.as('ada', 'select public.admin_send_again($1)', [mail])
    const [entry] = await readAuditEntries(stage)
    assert.deepEqual(entry, {
      action: 'send_mail_again',
      subject: mail,
      subject_name: null,
      details: { mail: 'signup', address: 'stranger@example.com' },
    })
  },

  'a retried notification email counts only if it may have gone out': async (stage) => {
    const isCounted = async (count: number) => {
      await stage.asServer('delete from private.outbox')
      await createFailedRows(stage)
      await stage.asServer('update private.notification_emails set send_count = $1', [count])
      const mail = await findEmailTo(stage, 'carl@example.com')
      await stage.as('ada', 'select public.admin_send_again($1)', [mail])
      // Nothing is left to send, so this call removes the row, unless an attempt may have sent the email.
      assert.deepEqual(
        await stage.asServer('select private.notification_email($1) as email', [mail]),
        [{ email: null }],
      )
      return (
        (await stage.asServer('select from private.notification_emails where id = $1', [mail]))
          .length === 1
      )
    }
    assert.equal(await isCounted(16), false)
    assert.equal(await isCounted(15), false)
    assert.equal(await isCounted(17), true)
  },

  'a removed email is never sent, and the removal is audited': async (stage) => {
    await createFailedRows(stage)
    const mail = await findEmailTo(stage, 'carl@example.com')
    await stage.as('ada', 'select public.admin_remove_mail($1)', [mail])
    assert.deepEqual(await stage.asServer('select from private.outbox where id = $1', [mail]), [])
    const [entry] = await readAuditEntries(stage)
    assert.deepEqual(entry?.['details'], { mail: 'notices' })
    const { status } = await stage.assertRefused(
      'ada',
      'mail_unknown',
      'select public.admin_remove_mail($1)',
      [mail],
    )
    assert.equal(status, 404)
  },

  'a queued email is neither retried nor removed, and other outbox rows are not touched': async (
    stage,
  ) => {
    await createFailedRows(stage)
    const [file] = await stage.asServer("select id from private.outbox where kind = 'file'")
    await stage.assertRefused('ada', 'mail_unknown', 'select public.admin_send_again($1)', [
      file?.['id'],
    ])
    await stage.asServer('update private.outbox set dead_at = null')
    const rows = await stage.asServer("select id from private.outbox where kind <> 'file'")
    assert.equal(rows.length, 6)
    for (const { id } of rows)
      for (const procedure of ['admin_send_again', 'admin_remove_mail'])
        await stage.assertRefused('ada', 'mail_not_given_up', `select public.${procedure}($1)`, [
          id,
        ])
  },
}
