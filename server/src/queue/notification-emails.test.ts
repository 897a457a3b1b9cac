import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { until } from '../../../tests/support/until.ts'
import { openSmtp } from '../mail/smtp.ts'
import { mailerOver } from '../mail/testing.ts'
import { notificationEmailHandler } from './outbox-handlers.ts'
import { runScheduled } from './schedule.ts'
import { startLab } from './testing.ts'

const { pool, start, row, makeDue, attempted, done } = await startLab()

/** Adds a user with due notices, and runs the schedule until it has added the email for them. */
async function somebodyDue(count = 1) {
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
  const works: string[] = []
  // The schedule does nothing while another server runs it, so the test repeats it.
  await until(async () => {
    await runScheduled(pool)
    const emails = 'select id from private.notification_emails where recipient_id = $1'
    const { rows } = await pool.query<{ id: string }>(emails, [id])
    works.push(...rows.map((job) => job.id))
    return works.length > 0
  })
  const [work = ''] = works
  assert.equal(works.length, 1)
  return { person: id, address: `${id}@facility.example`, work }
}

async function startReceiver(answers: Parameters<typeof startMailReceiver>[0] = {}) {
  const receiver = await startMailReceiver(answers)
  after(receiver.close)
  return { receiver, notification_email: handlerFor(receiver.port) }
}

function handlerFor(port: number) {
  const server = { host: '127.0.0.1', port, isTlsFromStart: false, auth: undefined }
  const mailer = mailerOver(openSmtp({ ...server, tls: 'off' }))
  after(mailer.close)
  return notificationEmailHandler(pool, mailer)
}

suite('a due notification', () => {
  test('is sent once to its user, with the id of its job', async () => {
    const { receiver, notification_email } = await startReceiver()
    await start({ notification_email })
    const { address, work } = await somebodyDue(5)
    await done(work)
    const got = receiver.received.map(({ to, email }) => [to, email.messageId, email.subject])
    assert.deepEqual(got, [[[address], `<${work}@work.example>`, 'This is a test']])
  })

  test('is collected and sent once by two servers', async () => {
    const { receiver, notification_email } = await startReceiver()
    const others = await Promise.all(Array.from({ length: 20 }, () => somebodyDue()))
    await Promise.all([
      start({ notification_email }),
      start({ notification_email: handlerFor(receiver.port) }),
    ])
    await Promise.all([runScheduled(pool), runScheduled(pool)])
    for (const { work } of others) await done(work)
    assert.equal(receiver.received.length, 20)
  })

  test('leaves out notifications that were read before it is sent', async () => {
    const { receiver, notification_email } = await startReceiver({
      recipient: () => '451 4.3.0 busy',
    })
    await start({ notification_email })
    const { person, work } = await somebodyDue()
    await attempted(work, 1)
    delete receiver.answers.recipient
    await pool.query('update public.notices set read = true where recipient_id = $1', [person])
    await makeDue(work)
    await done(work)
    assert.deepEqual(receiver.received, [])
  })

  test('waits while the mail server is down', async () => {
    const { receiver, notification_email } = await startReceiver()
    const away = await start({ notification_email: handlerFor(1) })
    const { work } = await somebodyDue()
    await attempted(work, 1)
    await away.close()
    await start({ notification_email })
    await makeDue(work)
    await done(work)
    assert.equal(receiver.received.length, 1)
  })

  test('that is refused permanently is listed for admins, and does not delay others', async () => {
    const { receiver, notification_email } = await startReceiver()
    const refused = await somebodyDue()
    const other = await somebodyDue()
    receiver.answers.recipient = (to) => (to === refused.address ? '550 5.1.1 unknown' : undefined)
    await start({ notification_email })
    await done(other.work)
    await until(async () => (await row(refused.work)).dead_at !== null)
    const { rows } = await pool.query('select id, address from public.admin_dead_letters')
    assert.deepEqual(rows, [{ id: refused.work, address: refused.address }])
  })

  test('is not sent if the account is deleted', async () => {
    const { receiver, notification_email } = await startReceiver()
    const { person, work } = await somebodyDue()
    await pool.query('delete from auth.users where id = $1', [person])
    await start({ notification_email })
    await done(work)
    assert.deepEqual(receiver.received, [])
  })
})
