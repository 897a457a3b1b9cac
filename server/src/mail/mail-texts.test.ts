// Tests the texts of the emails as a test server receives them.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { PermanentFailure } from '../queue/errors.ts'
import { isMailKind, type MailKind, mailKinds, valuesOf } from './mail-kinds.ts'
import type { Mail } from './mailer.ts'
import { openSmtp } from './smtp.ts'
import { createTestMailer, sampleMail, site, values } from './testing.ts'

const receiver = await startMailReceiver()
const { port } = receiver
const delivery = openSmtp({
  host: '127.0.0.1',
  port,
  isTlsFromStart: false,
  tls: 'if offered',
  auth: undefined,
})
const mailer = createTestMailer(delivery)
after(async () => {
  mailer.close()
  await receiver.close()
})

async function sendAndRead(mail: Mail) {
  await mailer.send(mail)
  const { raw, email, to } = receiver.received.at(-1) ?? assert.fail('Nothing was received.')
  const { subject = '', text = '', html = '' } = email
  return { raw, email, to, subject, text, html }
}

interface ExpectedEmail {
  subject: string
  /** This sentence explains why the email was sent. */
  reason: string
  button?: [label: string, target: string]
  /** This sentence advises recipients who did not cause the email. */
  advice: string
}

const link = values.link
const newPassword = `${site}/forgot-password`

const expected: Record<MailKind, ExpectedEmail> = {
  confirmation: {
    subject: 'Confirm your email address',
    reason: 'Someone signed up for Mendwell with ana@facility.example.',
    button: ['Confirm address', link],
    advice: 'If you did not sign up, you can ignore this email.',
  },
  'magic-link': {
    subject: 'Log in to Mendwell',
    reason: 'Someone asked to log in to Mendwell as ana@facility.example.',
    button: ['Log in', link],
    advice: 'If you did not ask to log in, you can ignore this email.',
  },
  recovery: {
    subject: 'Set a new password',
    reason: 'Someone asked to set a new password for ana@facility.example at Mendwell.',
    button: ['Set a new password', link],
    advice: 'If you did not ask for this, you can ignore this email. Your password stays the same.',
  },
  invite: {
    subject: 'You are invited to Mendwell',
    reason:
      'An admin of Mendwell created an account for you with the address ana@facility.example.',
    button: ['Choose a password', link],
    advice: 'If you did not expect this, you can ignore this email.',
  },
  'email-change': {
    subject: 'Confirm your new email address',
    reason:
      'Someone who is logged in to Mendwell as ana@before.example asked to change the email address to ana@facility.example.',
    button: ['Confirm the change', link],
    advice: 'If you did not ask for this, do not confirm it.',
  },
  reauthentication: {
    subject: 'Your code for Mendwell',
    reason:
      'Someone who is logged in to Mendwell as ana@facility.example wants to change how the account is protected.',
    button: ['Set a new password', newPassword],
    advice: 'If you are not changing anything, someone else has access to your account.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    reason: 'The password of your Mendwell account ana@facility.example was changed.',
    button: ['Set a new password', newPassword],
    advice: 'If this was not you, someone else has access to your account. Set a new password now.',
  },
  'email-changed': {
    subject: 'Your email address was changed',
    reason:
      'The email address of your Mendwell account was changed from ana@before.example to ana@facility.example.',
    advice: 'Contact an admin of Mendwell right away.',
  },
  'phone-changed': {
    subject: 'Your phone number was changed',
    reason: 'The phone number of your Mendwell account ana@facility.example was changed.',
    button: ['Set a new password', newPassword],
    advice: 'If this was not you, someone else has access to your account. Set a new password now.',
  },
  'account-exists': {
    subject: 'You already have an account',
    reason: 'This address already has an account',
    button: ['Log in', `${site}/login`],
    advice: 'The person who tried was not told that you have an account.',
  },
  'second-factor-changed': {
    subject: 'Your two-factor authentication was changed',
    reason: 'An authenticator app was added.',
    button: ['Set a new password', newPassword],
    advice: 'If this was not you, someone else has access to your account.',
  },
  'way-in-changed': {
    subject: 'Your login methods were changed',
    reason: 'An authenticator app was added.',
    button: ['Set a new password', newPassword],
    advice: 'If this was not you, someone else has access to your account.',
  },
}

/** Passes only the values that the kind declares, to prove that its template needs no other values. */
function sampleMailOf(kind: MailKind) {
  const ownValues = Object.entries(values).filter(([name]) => valuesOf(kind).includes(name))
  return sampleMail(kind, { values: Object.fromEntries(ownValues) })
}

function visibleText(html: string) {
  const body = html.slice(html.indexOf('<body'))
  const text = body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  return text.replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

suite('the email', () => {
  for (const kind of Object.keys(mailKinds).filter(isMailKind)) {
    test(`"${kind}" says why it was sent and what to do if it was not requested, as text and as HTML`, async () => {
      const { subject, reason, button, advice } = expected[kind]
      const mail = await sendAndRead(sampleMailOf(kind))
      assert.equal(mail.subject, subject)
      for (const sentence of [reason, advice]) {
        assert.ok(mail.text.includes(sentence), mail.text)
        assert.ok(visibleText(mail.html).includes(sentence), visibleText(mail.html))
      }
      if (button) {
        const [label, target] = button
        assert.ok(mail.text.split('\n').includes(`${label}: ${target}`), mail.text)
        const href = `href="${target.replaceAll('&', '&amp;')}"`
        assert.match(mail.html, new RegExp(`${href.replace('?', '\\?')}[^>]*>${label}</a>`))
      }
      assert.doesNotMatch(mail.raw, /\{\{|\}\}|undefined/)
      assert.doesNotMatch(mail.text, /!|<|&amp;/)
    })

    if (valuesOf(kind).includes('code')) {
      test(`"${kind}" shows the code on a separate line`, async () => {
        const mail = await sendAndRead(sampleMailOf(kind))
        assert.ok(mail.text.split('\n').includes('482913'))
        assert.match(mail.html, /letter-spacing[^>]*>482913<\/p>/)
      })
    }

    if (valuesOf(kind).includes('validFor')) {
      test(`"${kind}" says how long its link or code works`, async () => {
        const mail = await sendAndRead(sampleMailOf(kind))
        assert.match(mail.text, /expires? in 1 hour and can be used once\./)
      })
    }
  }
})

suite('every email', () => {
  test('has the product as sender and one recipient, and prevents automatic replies', async () => {
    const { email, to } = await sendAndRead(sampleMail('recovery'))
    assert.deepEqual(email.from, { name: 'Mendwell', address: 'no-reply@work.example' })
    assert.deepEqual(email.to, [{ name: '', address: 'ana@facility.example' }])
    assert.deepEqual(to, ['ana@facility.example'])
    const readHeader = (name: string) => email.headers.find(({ key }) => key === name)?.value
    assert.equal(readHeader('auto-submitted'), 'auto-generated')
    assert.equal(readHeader('x-mailer'), undefined)
  })

  test('has the id and the time of its job, and is the same bytes when it is sent again', async () => {
    const mail = sampleMail('confirmation', { id: '6f4b1c9e-0000-4000-8000-000000000001' })
    const first = await sendAndRead(mail)
    const second = await sendAndRead(mail)
    assert.equal(first.email.messageId, '<6f4b1c9e-0000-4000-8000-000000000001@work.example>')
    assert.equal(first.email.date, '2026-03-04T05:06:07.000Z')
    assert.equal(second.raw, first.raw)
  })

  test('supports dark mode, and tells screen readers that its tables are for layout', async () => {
    const { html } = await sendAndRead(sampleMail('invite'))
    assert.match(html, /<html lang="en">/)
    assert.match(html, /prefers-color-scheme: dark/)
    for (const [table] of html.matchAll(/<table[^>]*>/g)) assert.match(table, /role="presentation"/)
  })
})

suite('a value', () => {
  test('that holds markup stays text', async () => {
    const email = '<img src=x onerror=alert(1)>&"\'@facility.example'
    const { html, text } = await sendAndRead(sampleMail('password-changed', { values: { email } }))
    assert.doesNotMatch(html, /<img/)
    assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;@facility.example'))
    assert.ok(text.includes(email))
  })

  test('that holds a placeholder or a button stays text', async () => {
    const what = '{{email}} [Sign in](https://evil.example)'
    const changedValues = { email: values.email, what }
    const { html, text } = await sendAndRead(
      sampleMail('second-factor-changed', { values: changedValues }),
    )
    assert.ok(text.includes(what))
    assert.doesNotMatch(html, /href="https:\/\/evil/)
  })

  test('that holds line breaks adds no line and no header', async () => {
    const harmfulValue = 'ana@facility.example\r\nBcc: eve@evil.example\r\n\r\n<b>'
    const changedValues = { ...values, email: harmfulValue }
    const { email, text, to } = await sendAndRead(
      sampleMail('magic-link', { values: changedValues }),
    )
    assert.deepEqual(to, ['ana@facility.example'])
    assert.equal(email.bcc, undefined)
    assert.ok(text.includes('as ana@facility.example Bcc: eve@evil.example <b>.'))
  })

  test('cannot change the direction of the text after it', async () => {
    const changedValues = { ...values, email: 'ana\u202e\u2066@facility.example' }
    const { text } = await sendAndRead(sampleMail('recovery', { values: changedValues }))
    assert.ok(text.includes('for ana @facility.example at'))
  })

  test('that is missing, or a link that is not a web address, prevents sending', async () => {
    const countBefore = receiver.received.length
    const { code: _, ...valuesWithoutCode } = values
    await assert.rejects(mailer.send(sampleMail('recovery', { values: valuesWithoutCode })), {
      message: 'The email "recovery" has no value for "code".',
    })
    const harmfulValue = { ...values, link: 'javascript:alert(1)' }
    await assert.rejects(mailer.send(sampleMail('recovery', { values: harmfulValue })), {
      message: 'The link of the email is not a web address.',
    })
    assert.equal(receiver.received.length, countBefore)
  })
})

suite('an address', () => {
  test('that contains several addresses reaches none of them', async () => {
    const countBefore = receiver.received.length
    for (const to of [
      'ana@a.example, eve@evil.example',
      'ana@a.example>\r\nRCPT TO:<eve@evil.example',
    ]) {
      await assert.rejects(mailer.send(sampleMail('recovery', { to })), PermanentFailure)
    }
    assert.equal(receiver.received.length, countBefore)
  })

  test('may have characters of every language', async () => {
    const { to } = await sendAndRead(sampleMail('recovery', { to: 'åsa@büro.example' }))
    assert.equal(to.length, 1)
    assert.match(to[0] ?? '', /^åsa@/)
  })
})

suite('the screen of an email', () => {
  test('is the page that its link opens', () => {
    assert.deepEqual(
      ['confirmation', 'magic-link', 'email-change', 'recovery', 'invite', 'account-exists'].map(
        mailer.screenOf,
      ),
      ['/login', '/login', '/login', '/reset-password', '/reset-password', '/login'],
    )
    assert.throws(() => mailer.screenOf('newsletter'))
  })
})
