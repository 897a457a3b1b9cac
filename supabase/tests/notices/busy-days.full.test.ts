// Simulates two busy days in which no user reads a notice. Time passes by moving all rows twenty minutes into the past.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { loadDemo } from '../seed/load-demo.ts'
import { setIdentity } from '../support/run-story.ts'

const { pool } = await productDatabase()
await loadDemo(pool)
// Delete the demo's own bookings and all notices, and lift the limits.
await pool.query(
  `set session_replication_role = replica;
   delete from public.consultations where status = 'booked';
   reset session_replication_role;
   delete from private.settings where name like 'limit\\_%';
   delete from public.notices`,
)

const stepMinutes = 20
const stepsPerDay = (24 * 60) / stepMinutes
const jobsPerDay = 10
const bidsPerJob = 4
const messagesPerBid = 5
/** Nothing new happens on the day after these busy days. */
const busyDayCount = 2

interface SentEmail {
  to: string
  minute: number
}

const usersByRole = await readUsersByRole()
const [facility = ''] = usersByRole.facility
const [contractor = ''] = usersByRole.contractor
const [admin = ''] = usersByRole.admin

async function readUsersByRole() {
  const { rows } = await pool.query<{
    id: string
    role: 'facility' | 'contractor' | 'consultant' | 'admin'
  }>(
    `select p.id, p.role from public.profiles p join auth.users u using (id)
     order by u.email not in ('facility@mendwell.test', 'contractor@mendwell.test'), u.email`,
  )
  const idsByRole = (role: string) =>
    rows.filter((person) => person.role === role).map(({ id }) => id)
  return {
    facility: idsByRole('facility'),
    contractor: idsByRole('contractor'),
    consultant: idsByRole('consultant'),
    admin: idsByRole('admin'),
  }
}

/** Returns the id in the first row, or an empty string. */
async function act(person: string, statement: string, values: unknown[] = []) {
  const db = await pool.connect()
  try {
    await db.query('begin')
    await setIdentity(db, person)
    const { rows } = await db.query<{ id: string }>(statement, values)
    await db.query('commit')
    return rows[0]?.id ?? ''
  } catch (error) {
    await db.query('rollback')
    throw error
  } finally {
    db.release()
  }
}

const writeMessage = (from: string, to: string, job: string) =>
  act(
    from,
    "insert into public.messages (job_id, recipient_id, content) values ($1, $2, 'When can you start?')",
    [job, to],
  )

async function placeBid(job: string, bidder: string) {
  return act(
    bidder,
    'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80) returning id',
    [job],
  )
}

/** Runs a job from its post to its payment, and lets other users act at each `yield`. */
async function* runJob(number: number) {
  const job = await act(
    facility,
    `insert into public.jobs (facility_id, title, description, budget)
     values (auth.uid(), 'Busy job ' || $1::int, 'It leaks.', 100) returning id`,
    [number],
  )
  const otherContractors = usersByRole.contractor.slice(1)
  const bidders = [
    contractor,
    ...Array.from(
      { length: bidsPerJob - 1 },
      (_, index) => otherContractors[(number + index) % otherContractors.length] ?? '',
    ),
  ]
  const bids: string[] = []
  for (const bidder of bidders) {
    bids.push(await placeBid(job, bidder))
    yield
  }
  for (let round = 0; round < messagesPerBid; round += 1) {
    for (const bidder of bidders) {
      await (round % 2 === 0
        ? writeMessage(bidder, facility, job)
        : writeMessage(facility, bidder, job))
      yield
    }
  }
  await act(facility, 'select from public.accept_and_reject_bids($1, $2)', [bids[0], job])
  yield
  if (number % 4 === 0) {
    await act(admin, "select from public.admin_release_award($1, 'Both agree')", [job])
    return
  }
  await act(contractor, "update public.jobs set status = 'finished' where id = $1", [job])
  yield
  const { rows } = await pool.query<{ id: string }>(
    'select id from public.payments where job_id = $1',
    [job],
  )
  await act(facility, "select from public.record_payment($1, 'Check 12')", [rows[0]?.id])
  yield
  if (number % 4 === 1) await act(admin, 'select from public.refund_payment($1)', [rows[0]?.id])
}

/** Cancels yesterday's booking first, because a facility can have only one open booking with a consultant. */
async function* runBooking(consultant: string, number: number) {
  await act(
    facility,
    "update public.consultations set status = 'cancelled' where consultant_id = $1 and status = 'booked'",
    [consultant],
  )
  yield
  await act(
    facility,
    `insert into public.consultations (consultant_id, facility_id, scheduled_at, duration_minutes)
     values ($1, auth.uid(), date_trunc('hour', now()) + make_interval(hours => 30 + $2), 30)`,
    [consultant, number],
  )
  yield
}

/** A booking follows each job while the demo has another consultant. */
async function* day() {
  for (let number = 0; number < jobsPerDay; number += 1) {
    yield* runJob(number)
    const consultant = usersByRole.consultant[number]
    if (consultant) yield* runBooking(consultant, number)
  }
}

/** Runs at most four steps of the day, and returns their number. */
async function runSteps(actions: AsyncGenerator<void>) {
  let stepCount = 0
  while (stepCount < 4 && !(await actions.next()).done) stepCount += 1
  return stepCount
}

const timeColumns = {
  'public.notices': ['mail_at', 'created_at'],
  'private.notification_emails': ['queued_at'],
  'private.outbox': ['created_at', 'due_at', 'done_at'],
  'public.consultations': ['scheduled_at', 'ends_at', 'created_at'],
}

async function moveIntoPast() {
  const statements = Object.entries(timeColumns).map(([table, columns]) => {
    const changes = columns.map(
      (column) => `${column} = ${column} - interval '${stepMinutes} minutes'`,
    )
    return `update ${table} set ${changes.join()};`
  })
  await pool.query(
    `set session_replication_role = replica; ${statements.join('')} reset session_replication_role`,
  )
}

/** Marks all waiting emails as done, and returns those that would be sent. */
async function sendEmails(minute: number): Promise<SentEmail[]> {
  await pool.query('select private.run_scheduled()')
  const { rows } = await pool.query<{ to: string | null }>(
    `with due as (
       update private.outbox set done_at = now() where kind = 'notification_email' and done_at is null returning id
     )
     select private.notification_email(id) ->> 'to' as to from due`,
  )
  return rows.flatMap(({ to }) => (to === null ? [] : [{ to, minute }]))
}

function maxEmailsPerDay(emails: SentEmail[]) {
  const countWithinDay = ({ minute }: SentEmail) =>
    emails.filter((other) => other.minute >= minute && other.minute < minute + 24 * 60).length
  return Math.max(...emails.map(countWithinDay))
}

suite('two busy days', () => {
  test('send nobody more than six emails in any 24 hours, and leave no notice out', async (t) => {
    const emails: SentEmail[] = []
    let stepCount = 0
    for (let dayNumber = 0; dayNumber <= busyDayCount; dayNumber += 1) {
      const actions = day()
      for (let stepNumber = 0; stepNumber < stepsPerDay; stepNumber += 1) {
        if (dayNumber < busyDayCount) stepCount += await runSteps(actions)
        await moveIntoPast()
        emails.push(...(await sendEmails((dayNumber * stepsPerDay + stepNumber) * stepMinutes)))
      }
      if (dayNumber < busyDayCount)
        assert.equal(await runSteps(actions), 0, 'The day was too short.')
    }
    const byRecipient = Map.groupBy(emails, ({ to }) => to)
    const counts = [...byRecipient].map(
      ([to, recipientEmails]) => [to, maxEmailsPerDay(recipientEmails)] as const,
    )
    t.diagnostic(
      `${stepCount} moments, ${emails.length} mails; most in a day: ${counts
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, 4)
        .join('; ')}`,
    )
    for (const [to, maxCount] of counts) assert.ok(maxCount <= 6, `${to} got ${maxCount} mails.`)
    assert.equal(maxEmailsPerDay(byRecipient.get('facility@mendwell.test') ?? []), 6)
  })

  test('leave no notice without an email', async () => {
    const { rows } = await pool.query(
      `select kind, count(*)::int from public.notices n
       where not read and not exists (select from private.notification_emails l where n.id = any (l.notice_ids))
       group by kind`,
    )
    assert.deepEqual(rows, [])
  })
})
