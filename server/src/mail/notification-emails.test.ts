// Tests the texts of notification emails as a test server receives them.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import type { NotificationEmail } from './mailer.ts'
import { openSmtp } from './smtp.ts'
import { createTestMailer, site } from './testing.ts'

const receiver = await startMailReceiver()
const mailer = createTestMailer(
  openSmtp({
    host: '127.0.0.1',
    port: receiver.port,
    isTlsFromStart: false,
    tls: 'off',
    auth: undefined,
  }),
)
after(async () => {
  mailer.close()
  await receiver.close()
})

const bid = {
  template: 'bid-received',
  values: { who: 'Luis', subject: 'Roof', amount: '$80.00', link: '/facility/bids' },
}
const message = {
  template: 'message-received',
  values: { who: 'Kim', subject: 'Boiler', count: '3', link: '/chat/consultation/1' },
}
const unsubscribe = '/functions/v1/unsubscribe?token=abc123'

async function sendAndRead(overrides: Partial<NotificationEmail> = {}) {
  const content = {
    id: randomUUID(),
    to: 'ana@facility.example',
    at: new Date('2026-03-04T05:06:07.890Z'),
    items: [bid],
    values: { zone: 'Asia/Tokyo', count: '2' },
    unsubscribe,
    ...overrides,
  }
  await mailer.sendNotification(content)
  const { raw, email } = receiver.received.at(-1) ?? assert.fail('Nothing was received.')
  const headers = new Map(email.headers.map(({ key, value }) => [key, value]))
  return { content, raw, email, headers, text: email.text ?? '', html: email.html ?? '' }
}

suite('a notification email', () => {
  test('with one part has its subject, its text and its link, as text and as HTML', async () => {
    const { content, email, text, html } = await sendAndRead()
    assert.equal(email.subject, 'Luis bid on Roof')
    assert.equal(email.messageId, `<${content.id}@work.example>`)
    for (const body of [text, html]) {
      assert.match(body, /Luis bid \$80\.00\./)
      assert.ok(body.includes(`${site}/facility/bids`))
      assert.match(body, /Times are shown in Asia\/Tokyo/)
    }
    assert.match(html, /prefers-color-scheme: dark/)
  })

  test('about several bids does not mention a single bid', async () => {
    const values = { ...bid.values, who: 'Luis and 2 more', amount: '$80.00 to $95.00' }
    const { text } = await sendAndRead({ items: [{ ...bid, values }] })
    assert.match(text, /Luis and 2 more bid \$80\.00 to \$95\.00\./)
    assert.doesNotMatch(text, /the bid\b|accept it/)
  })

  test('with several parts has a common subject and contains all parts', async () => {
    const { email, text, html } = await sendAndRead({ items: [bid, message] })
    assert.equal(email.subject, '2 updates from Mendwell')
    for (const body of [text, html]) {
      assert.match(body, /Luis bid on Roof[^]*Kim wrote to you[^]*Boiler: 3\./)
    }
  })

  test('to an address without an account has no link to unsubscribe', async () => {
    const item = { template: 'demo-request-received', values: { link: '/marketing' } }
    const { headers, text, html } = await sendAndRead({
      items: [item],
      values: {},
      unsubscribe: undefined,
    })
    assert.equal(headers.get('list-unsubscribe'), undefined)
    for (const body of [text, html]) {
      assert.ok(body.includes(`${site}/marketing`))
      assert.doesNotMatch(body, /unsubscribe|Times are shown/)
    }
  })

  test('lets the user unsubscribe with one click or with a link', async () => {
    const { headers, text, html } = await sendAndRead()
    assert.equal(headers.get('list-unsubscribe'), `<${site}${unsubscribe}>`)
    assert.equal(headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    for (const body of [text, html]) assert.ok(body.includes(`${site}${unsubscribe}`))
  })

  test('takes no header, no markup and no placeholder from a name', async () => {
    const who = 'Eve\r\nBcc: all@evil.example\r\n\r\n<b>{{link}}</b>'
    const { raw, email, html } = await sendAndRead({
      items: [{ ...bid, values: { ...bid.values, who, subject: '\u202eevil\u2028Cc: x@y.z' } }],
    })
    assert.doesNotMatch(raw, /^(bcc|cc):/im)
    assert.deepEqual([email.bcc, email.cc], [undefined, undefined])
    assert.equal(email.subject, 'Eve Bcc: all@evil.example <b>{{link}}</b> bid on evil Cc: x@y.z')
    assert.doesNotMatch(html, /<b>/)
  })

  test('breaks long words in headings and paragraphs', async () => {
    const { html } = await sendAndRead({ items: [bid, message] })
    for (const tag of ['h1', 'h2', 'p class="ink"']) {
      const tags = html.match(new RegExp(`<${tag}[^>]*>`, 'g')) ?? []
      assert.ok(
        tags.length > 0 && tags.every((tagText) => tagText.includes('overflow-wrap:anywhere')),
        tag,
      )
    }
  })

  test('isolates a right-to-left name from the text around it', async () => {
    const values = { ...message.values, who: 'Kim \u2067محمد', subject: 'إصلاح السقف' }
    const { email, text, html } = await sendAndRead({ items: [{ ...message, values }] })
    assert.equal(email.subject, '\u2068Kim  محمد\u2069 wrote to you')
    for (const body of [text, html]) assert.ok(body.includes('\u2068إصلاح السقف\u2069: 3.'))
  })

  test('has the same bytes each time', async () => {
    const { content, raw } = await sendAndRead()
    assert.equal((await sendAndRead(content)).raw, raw)
  })

  test('with an unknown template or a link to another site is not sent', async () => {
    await assert.rejects(
      sendAndRead({ items: [{ ...bid, template: 'newsletter' }] }),
      /no template/,
    )
    const foreignLink = { ...bid, values: { ...bid.values, link: '\nhttps://evil.example' } }
    await assert.rejects(sendAndRead({ items: [foreignLink] }), /not a web address/)
  })
})
