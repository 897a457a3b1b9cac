import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { until } from '../../../tests/support/until.ts'
import { openSmtp } from '../mail/smtp.ts'
import { createTestMailer, values } from '../mail/testing.ts'
import { mailHandler } from './outbox-handlers.ts'
import { enqueue } from './outbox.ts'
import { startQueueTest } from './testing.ts'

type ReceiverBehavior = Parameters<typeof startMailReceiver>[0]

const { pool, startWorker, readRow, makeDue, waitForAttempts, waitUntilDone } =
  await startQueueTest()

const enqueueEmail = (to = values.email) => enqueue(pool, 'mail', { kind: 'recovery', to, values })

async function startReceiver(behavior: ReceiverBehavior = {}) {
  const receiver = await startMailReceiver(behavior)
  after(receiver.close)
  return { receiver, mail: handlerFor(receiver.port) }
}

function handlerFor(port: number) {
  const server = { host: '127.0.0.1', port, isTlsFromStart: false, auth: undefined }
  const mailer = createTestMailer(openSmtp({ ...server, tls: 'off' }))
  after(mailer.close)
  return mailHandler(mailer)
}

suite('an email', () => {
  test('is sent once, with the id of its row', async () => {
    const { receiver, mail } = await startReceiver()
    await startWorker({ mail })
    const id = await enqueueEmail()
    await waitUntilDone(id)
    const { email, to } = receiver.received[0] ?? assert.fail()
    assert.deepEqual([to, email.messageId], [[values.email], `<${id}@work.example>`])
    assert.deepEqual([receiver.received.length, (await readRow(id)).payload], [1, {}])
  })

  test('to a refused recipient is not retried', async () => {
    const { mail } = await startReceiver({
      recipient: () => '550 5.1.1 unknown',
    })
    const { lines } = await startWorker({ mail })
    const id = await enqueueEmail('nobody@facility.example')
    await waitForAttempts(id, 1)
    assert.ok((await readRow(id)).dead_at)
    await until(() => /"level":50.*is given up \(attempt 1\).*550 5\.1\.1/.test(lines.join()))
    assert.doesNotMatch(lines.join(), /nobody@|482913|abc123/)
  })

  test('that is refused temporarily is retried later', async () => {
    const { receiver, mail } = await startReceiver({ recipient: () => '451 4.3.0 busy' })
    await startWorker({ mail })
    const id = await enqueueEmail()
    await waitForAttempts(id, 1)
    const { due_at: due, dead_at: dead } = await readRow(id)
    assert.equal(dead, null)
    assert.ok(due.getTime() > Date.now() + 20_000)
    delete receiver.behavior.recipient
    await makeDue(id)
    await waitUntilDone(id)
    assert.equal(receiver.received.length, 1)
  })

  test('waits while the mail server is down, and is sent afterwards', async () => {
    const { receiver, mail } = await startReceiver()
    const offlineWorker = await startWorker({ mail: handlerFor(1) })
    const ids = [await enqueueEmail(), await enqueueEmail(), await enqueueEmail()]
    for (const id of ids) await waitForAttempts(id, 1)
    assert.match((await readRow(ids[0] ?? '')).last_error ?? '', /ECONNREFUSED/)
    await offlineWorker.close()
    await startWorker({ mail })
    for (const id of ids) {
      await makeDue(id)
      await waitUntilDone(id)
    }
    const sent = receiver.received.map(({ email }) => email.messageId)
    assert.deepEqual(new Set(sent), new Set(ids.map((id) => `<${id}@work.example>`)))
  })

  test('is sent once by two servers', async () => {
    const { receiver, mail } = await startReceiver()
    await Promise.all([startWorker({ mail }), startWorker({ mail: handlerFor(receiver.port) })])
    const ids = await Promise.all(Array.from({ length: 40 }, () => enqueueEmail()))
    for (const id of ids) await waitUntilDone(id)
    const sent = receiver.received.map(({ email }) => email.messageId)
    assert.deepEqual([sent.length, new Set(sent).size], [40, 40])
  })

  test('is repeated byte for byte if its worker ends between delivery and its record', async () => {
    const { receiver, mail } = await startReceiver()
    const worker = await startWorker({
      mail: async (job) => {
        await mail(job)
        await new Promise(() => {})
      },
    })
    const id = await enqueueEmail()
    await until(() => receiver.received.length === 1)
    await worker.close()
    await startWorker({ mail })
    await waitUntilDone(id)
    const [first, second] = receiver.received
    assert.equal(receiver.received.length, 2)
    assert.equal(first?.email.messageId, `<${id}@work.example>`)
    assert.equal(second?.raw, first?.raw)
  })

  test('keeps no transaction open while the mail server takes its time', async () => {
    const slowness = Promise.withResolvers<void>()
    let waiting = 0
    const { mail } = await startReceiver({
      beforeAccept: async () => {
        waiting += 1
        await slowness.promise
      },
    })
    await startWorker({ mail }, { maxPerKind: 5 })
    const ids = await Promise.all(Array.from({ length: 5 }, () => enqueueEmail()))
    await until(() => waiting === 5)
    const { rows } = await pool.query(
      `select state, query from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    )
    assert.deepEqual(rows, [])
    slowness.resolve()
    for (const id of ids) await waitUntilDone(id)
  })

  test('that this server does not understand waits for another server', async () => {
    const { receiver, mail } = await startReceiver()
    await startWorker({ mail })
    for (const payload of [{}, { kind: 'newsletter', to: values.email, values }]) {
      const id = await enqueue(pool, 'mail', payload)
      await waitForAttempts(id, 1)
      const { last_error: lastError, dead_at: dead } = await readRow(id)
      assert.equal(lastError, 'This server does not understand the payload of the email.')
      assert.equal(dead, null)
    }
    assert.equal(receiver.received.length, 0)
  })
})
