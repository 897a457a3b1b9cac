// Tests the scheduled tasks while users act on separate connections.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { readRefusal, setIdentity } from '../support/run-story.ts'
import { buildWorld, idOf } from '../support/world.ts'

const { pool } = await productDatabase()
const setupClient = await pool.connect()
await setupClient.query('begin')
await buildWorld(setupClient)
await setupClient.query('commit')
setupClient.release()

/** Fails if the statement waits for a lock for more than a second. */
async function runWithoutWaiting(statement: string, person?: string) {
  const db = await pool.connect()
  try {
    await db.query("begin; set local lock_timeout = '1s'")
    if (person) await setIdentity(db, person)
    await db.query(statement)
    await db.query('commit')
  } finally {
    db.release(true)
  }
}

const runScheduled = () => runWithoutWaiting('select private.run_scheduled()')

/** Runs the statement in a transaction, and calls the callback before the transaction ends. */
async function duringTransaction(
  statement: string,
  values: unknown[],
  callback: () => Promise<void>,
) {
  const db = await pool.connect()
  try {
    await db.query('begin')
    await db.query(statement, values)
    await callback()
    await db.query('commit')
  } finally {
    db.release(true)
  }
}

test('the scheduled run skips a locked notice, and takes it the next time', async () => {
  await pool.query('delete from public.notices')
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.notices (recipient_id, kind, source_id, mail_at)
     select $1, 'test', gen_random_uuid(), now() from generate_series(1, 2) returning id`,
    [idOf('fiona')],
  )
  const [lockedId, otherId] = rows.map(({ id }) => id)
  const readEmails = async () => {
    const emails = 'select notice_ids from private.notification_emails order by queued_at'
    return (await pool.query<{ notice_ids: string[] }>(emails)).rows
  }
  await duringTransaction(
    'select from public.notices where id = $1 for update',
    [lockedId],
    runScheduled,
  )
  assert.deepEqual(await readEmails(), [{ notice_ids: [otherId] }])
  await pool.query(
    "update private.notification_emails set queued_at = queued_at - interval '1 day'",
  )
  await runScheduled()
  assert.deepEqual(await readEmails(), [{ notice_ids: [otherId] }, { notice_ids: [lockedId] }])
})

test('nobody is reminded of a consultation that is being cancelled', async () => {
  await pool.query('delete from public.notices')
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes)
     values ($1, $2, now() + interval '4 days', 30) returning id`,
    [idOf('kim'), idOf('frank')],
  )
  const consultationId = rows[0]?.id
  await pool.query(
    `update public.consultations set created_at = created_at - interval '9 days',
       scheduled_at = scheduled_at - interval '76 hours', ends_at = ends_at - interval '76 hours' where id = $1`,
    [consultationId],
  )
  await duringTransaction(
    "update public.consultations set status = 'cancelled' where id = $1",
    [consultationId],
    runScheduled,
  )
  await runScheduled()
  const { rows: reminders } = await pool.query<{ cancelled: boolean; reminded: boolean }>(
    `select bool_or(kind = 'consultation_cancelled') as cancelled,
            bool_or(kind = 'consultation_tomorrow') as reminded from public.notices`,
  )
  assert.deepEqual(reminders, [{ cancelled: true, reminded: false }])
})

test('marking all as read does not wait for a transaction that settles some of them', async () => {
  await pool.query('delete from public.notices')
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.bids (job_id, contractor_id, amount) values ($1, $2, 80), ($1, $3, 90) returning id`,
    [idOf('job open'), idOf('carl'), idOf('cora')],
  )
  const readAll = () => runWithoutWaiting('select public.mark_notices_read()', idOf('fiona'))
  await duringTransaction(
    "update public.bids set status = 'withdrawn' where id = $1",
    [rows[0]?.id],
    readAll,
  )
  const { rows: unreadNotices } = await pool.query('select from public.notices where not read')
  assert.deepEqual(unreadNotices, [])
})

test('an admin who acts on a locked email is refused at once', async () => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into private.outbox (kind, payload, dead_at)
     values ('auth.link', '{"purpose": "recovery", "email": "fiona@example.com"}', now()) returning id`,
  )
  const id = rows[0]?.id ?? ''
  for (const procedure of ['admin_send_again', 'admin_remove_mail'])
    await duringTransaction(
      'select from private.outbox where id = $1 for update',
      [id],
      async () => {
        const statement = `select public.${procedure}('${id}')`
        await assert.rejects(runWithoutWaiting(statement, idOf('ada')), (error) => {
          assert.equal(readRefusal(error).code, 'mail_not_given_up')
          return true
        })
      },
    )
  await runWithoutWaiting(`select public.admin_send_again('${id}')`, idOf('ada'))
})
