import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { until } from '../../../tests/support/until.ts'
import { openSmtp } from '../mail/smtp.ts'
import { createTestMailer } from '../mail/testing.ts'
import { notificationEmailHandler } from './outbox-handlers.ts'
import { runScheduled } from './schedule.ts'
import { startQueueTest } from './testing.ts'

const { pool, startWorker, readRow, makeDue, waitForAttempts, waitUntilDone } =
  await startQueueTest()

/** Adds a user with due notices, and runs the schedule until the schedule has added the email about these notices. */
async function createDueEmail(count = 1) {
  const id = randomUUID()
  await pool.query(
    `insert into auth.users (id, email, raw_app_meta_data) values ($1, $2, '{"role": "facility"}')`,
    [id, `${id}@facility.example`],
  )
  await pool.query(
    `insert into public.notices (recipient_id, kind, source_id, mail_at)
     select $1, 'test', gen_random_uuid(), now() from generate_series(1, $2)`,
    [id, count],
  )
  const jobIds: string[] = []
  // The schedule does nothing while another server runs it, so the test repeats it.
  await until(async () => {
    await runScheduled(pool)
    const emails = 'select id from private.notification_emails where recipient_id = $1'
    const { rows } = await pool.query<{ id: string }>(emails, [id])
    jobIds.push(...rows.map((job) => job.id))
    return jobIds.length > 0
  })
  const [jobId = ''] = jobIds
  assert.equal(jobIds.length, 1)
  return { person: id, address: `${id}@facility.example`, jobId }
}

async function startReceiver(behavior: Parameters<typeof startMailReceiver>[0] = {}) {
  const receiver = await startMailReceiver(behavior)
  after(receiver.close)
  return { receiver, notification_email: handlerFor(receiver.port) }
}

function handlerFor(port: number) {
  const server = { host: '127.0.0.1', port, isTlsFromStart: false, auth: undefined }
  const mailer = createTestMailer(openSmtp({ ...server, tls: 'off' }))
  after(mailer.close)
  return notificationEmailHandler(pool, mailer)
}

suite('a due notification', () => {
  test('is sent once to its user, with the id of its job', async () => {
    const { receiver, notification_email } = await startReceiver()
    await startWorker({ notification_email })
    const { address, jobId } = await createDueEmail(5)
    await waitUntilDone(jobId)
    const receivedFields = receiver.received.map(({ to, email }) => [
      to,
      email.messageId,
      email.subject,
    ])
    assert.deepEqual(receivedFields, [[[address], `<${jobId}@work.example>`, 'This is a test']])
  })

  test('is collected and sent once by two servers', async () => {
    const { receiver, notification_email } = await startReceiver()
    const dueEmails = await Promise.all(Array.from({ length: 20 }, () => createDueEmail()))
    await Promise.all([
      startWorker({ notification_email }),
      startWorker({ notification_email: handlerFor(receiver.port) }),
    ])
    await Promise.all([runScheduled(pool), runScheduled(pool)])
    for (const { jobId } of dueEmails) await waitUntilDone(jobId)
    assert.equal(receiver.received.length, 20)
  })

  test('leaves out notifications that were read before it is sent', async () => {
    const { receiver, notification_email } = await startReceiver({
      recipient: () => '451 4.3.0 busy',
    })
    await startWorker({ notification_email })
    const { person, jobId } = await createDueEmail()
    await waitForAttempts(jobId, 1)
    delete receiver.behavior.recipient
    await pool.query('update public.notices set read = true where recipient_id = $1', [person])
    await makeDue(jobId)
    await waitUntilDone(jobId)
    assert.deepEqual(receiver.received, [])
  })

  test('waits while the mail server is down', async () => {
    const { receiver, notification_email } = await startReceiver()
    const offlineWorker = await startWorker({ notification_email: handlerFor(1) })
    const { jobId } = await createDueEmail()
    await waitForAttempts(jobId, 1)
    await offlineWorker.close()
    await startWorker({ notification_email })
    await makeDue(jobId)
    await waitUntilDone(jobId)
    assert.equal(receiver.received.length, 1)
  })

  test('that is refused permanently is listed for admins, and does not delay others', async () => {
    const { receiver, notification_email } = await startReceiver()
    const refused = await createDueEmail()
    const deliverable = await createDueEmail()
    receiver.behavior.recipient = (to) => (to === refused.address ? '550 5.1.1 unknown' : undefined)
    await startWorker({ notification_email })
    await waitUntilDone(deliverable.jobId)
    await until(async () => (await readRow(refused.jobId)).dead_at !== null)
    const { rows } = await pool.query('select id, address from public.admin_dead_letters')
    assert.deepEqual(rows, [{ id: refused.jobId, address: refused.address }])
  })

  test('is not sent if the account is deleted', async () => {
    const { receiver, notification_email } = await startReceiver()
    const { person, jobId } = await createDueEmail()
    await pool.query('delete from auth.users where id = $1', [person])
    await startWorker({ notification_email })
    await waitUntilDone(jobId)
    assert.deepEqual(receiver.received, [])
  })
})
