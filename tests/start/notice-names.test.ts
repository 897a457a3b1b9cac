// Checks names of users and titles of jobs in notification emails, and the unsubscribe link.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { connect, signIn } from '../support/busy-market.ts'
import { startMailReceiver } from '../support/mail-receiver.ts'
import { startMailingServer } from '../support/notice-mails.ts'
import { until } from '../support/server.ts'

const { server, mailPort, pool, queueEmailsFor, waitUntilDone } = await startMailingServer()
const receiver = await startMailReceiver({}, {}, mailPort)
after(receiver.close)
const facility = await signIn(server, 'facility')
const contractor = await signIn(server, 'contractor')
const reader = 'facility@mendwell.test'

const mails = () => receiver.received.filter(({ to }) => to.includes(reader))

/** Returns the email about a bid of a contractor with this name on a job with this title. */
async function toldOf(name: string, title: string) {
  await contractor.client
    .from('profiles')
    .update({ full_name: name })
    .eq('id', contractor.id)
    .throwOnError()
  const { data: job } = await facility.client
    .from('jobs')
    .insert({ facility_id: facility.id, title, description: 'It leaks.', budget: 100 })
    .select('id')
    .single()
    .throwOnError()
  await contractor.client
    .from('bids')
    .insert({ job_id: job.id, contractor_id: contractor.id, amount: 80 })
    .throwOnError()
  for (const emailId of await queueEmailsFor(facility.id)) await waitUntilDone(emailId)
  await pool.query('update public.notices set read = true where recipient_id = $1', [facility.id])
  return mails().at(-1) ?? assert.fail('No mail came.')
}

/** Returns the header fields of an email, with folded lines joined. */
function headOf(raw: string) {
  const [head = ''] = raw.split('\r\n\r\n')
  return head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
}

const headers = [
  'From',
  'To',
  'Subject',
  'Message-ID',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Date',
  'MIME-Version',
  'Content-Type',
]

/** These texts contain line breaks, or look like an address, a header or another part of an email. */
const harmful = [
  'Eve\r\nBcc: all@evil.example',
  'Eve\nSubject: free money\n\nhello',
  'Eve\rX-Evil: 1\u2028Cc: a@evil.example\u2029\u0085To: b@evil.example',
  '"Eve" <eve@evil.example>, \'Ana\' (x)',
  '=?utf-8?Q?Eve=0D=0ABcc:_all@evil.example?=',
  'Zoë Müller 李明 🛠️ \u202eevE\u202c',
  '<img src=x onerror=alert(1)> {{link}} &amp; %0d%0aBcc:x',
  'E\r\n.\r\nQUIT',
]

suite('a name or a title', () => {
  for (const words of harmful) {
    test(`${JSON.stringify(words)} is plain text in the email`, async () => {
      const { raw, to, email } = await toldOf(words, words)
      assert.deepEqual(to, [reader])
      const lines = headOf(raw)
      assert.deepEqual(
        lines.map((line) => line.slice(0, line.indexOf(':'))).toSorted(),
        headers.toSorted(),
      )
      assert.match(lines.join(), /^[\x20-\x7e]+$/)
      assert.deepEqual(
        [email.to, email.cc, email.bcc],
        [[{ name: '', address: reader }], undefined, undefined],
      )
      const shown = words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]+/gu, ' ').trim()
      assert.equal(email.subject, `${shown} bid on ${shown}`)
      assert.doesNotMatch(email.html ?? '', /<img/)
    })
  }

  test('of 300 characters is refused, and of 200 is shortened in the email', async () => {
    const long = '李'.repeat(300)
    const renamed = await contractor.client
      .from('profiles')
      .update({ full_name: long })
      .eq('id', contractor.id)
    const posted = await facility.client
      .from('jobs')
      .insert({ facility_id: facility.id, title: long, description: 'It leaks.', budget: 100 })
    assert.deepEqual([renamed.status, posted.status], [400, 400])
    const { raw, email } = await toldOf('🛠'.repeat(200), '李'.repeat(200))
    assert.equal(email.subject, `${'🛠'.repeat(79)}… bid on ${'李'.repeat(79)}…`)
    assert.ok(raw.split('\r\n').every((line) => line.length <= 998))
  })
})

suite('the unsubscribe link of these emails', () => {
  test('works by one click without a session, and account emails still come', async () => {
    const { email } = await toldOf('Eve', 'Roof')
    const header = email.headers.find(({ key }) => key === 'list-unsubscribe')
    const link = header?.value.slice(1, -1) ?? ''
    assert.ok(link.startsWith(`${server.url}/functions/v1/unsubscribe?token=`))
    const answer = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(answer.status, 200)
    const before = mails().length
    const { data: settings } = await facility.client
      .from('notification_settings')
      .select('email')
      .single()
      .throwOnError()
    assert.equal(settings.email, false)
    await connect(server).auth.resetPasswordForEmail(reader)
    await until(() => mails().length === before + 1)
    assert.equal(mails().at(-1)?.email.subject, 'Set a new password')
  })
})
