import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { transact } from '../postgres/transaction.ts'
import { enqueue, markAlive } from './outbox.ts'
import { startQueueTest } from './testing.ts'

const queue = await startQueueTest()
beforeEach(() => queue.pool.query('delete from private.outbox'))

const livingWorker = 1
const deadWorker = 2

function createGate() {
  return Promise.withResolvers<void>()
}

suite('a worker', () => {
  test('records a result again if the connection breaks, and does not run the job again', async () => {
    let runCount = 0
    const gate = createGate()
    const { lines } = await queue.startWorker({
      note: async () => {
        runCount += 1
        await gate.promise
      },
    })
    const id = await enqueue(queue.pool, 'note', {})
    await until(() => runCount === 1)
    await holdRow(id, async () => {
      gate.resolve()
      await until(breakWaitingConnection)
    })
    await queue.waitUntilDone(id)
    assert.deepEqual([runCount, lines], [1, []])
  })

  test('keeps a job that runs for longer than a lease', async () => {
    let runCount = 0
    const note = async () => {
      runCount += 1
      await queue.pool.query('select pg_sleep(1.5)')
    }
    await Promise.all([
      queue.startWorker({ note }, { leaseMs: 600 }),
      queue.startWorker({ note }, { leaseMs: 600 }),
    ])
    await queue.waitUntilDone(await enqueue(queue.pool, 'note', {}))
    assert.equal(runCount, 1)
  })

  test('runs the jobs of a worker that was killed', async () => {
    const id = await addClaimedJob(deadWorker, '1 hour')
    await queue.startWorker({ note: async () => {} })
    await queue.waitUntilDone(id)
    assert.equal((await queue.readRow(id)).attempts, 1)
  })

  test('runs the jobs of a worker that lives only when their leases are over', async () => {
    const session = await queue.pool.connect()
    await session.query(markAlive(livingWorker))
    const ranIds: string[] = []
    const [claimedId, lateId] = [
      await addClaimedJob(livingWorker, '1 hour'),
      await addClaimedJob(livingWorker, '1.5 s'),
    ]
    await queue.startWorker({ note: async ({ id }) => void ranIds.push(id) })
    await queue.waitUntilDone(lateId)
    assert.deepEqual(
      [ranIds, (await queue.readRow(claimedId)).claimed_by],
      [[lateId], livingWorker],
    )
    session.release(true)
    await queue.waitUntilDone(claimedId)
  })

  test('leaves the jobs of a worker that opens a new session within 1.5 s', async (t) => {
    const id = await addClaimedJob(livingWorker, '1 hour')
    const query = t.mock.method(queue.pool, 'query')
    const searches = () =>
      query.mock.calls.filter(({ arguments: [text] }) => text.startsWith('select distinct'))
    await queue.startWorker({ note: async () => {} })
    await until(() => searches().length > 0)
    await Promise.resolve(searches().at(0)?.result)
    const session = await queue.pool.connect()
    t.after(() => session.release(true))
    await session.query(markAlive(livingWorker))
    const count = searches().length
    await until(() => searches().length > count)
    await Promise.resolve(searches().at(-1)?.result)
    assert.equal((await queue.readRow(id)).claimed_by, livingWorker)
  })

  test('does not record the result of a job that another worker has claimed', async () => {
    const gate = createGate()
    const { lines } = await queue.startWorker({ note: () => gate.promise })
    const id = await enqueue(queue.pool, 'note', { kept: true })
    await until(async () => (await queue.readRow(id)).claimed_by !== null)
    await queue.pool.query('update private.outbox set claimed_by = $1 where id = $2', [
      livingWorker,
      id,
    ])
    gate.resolve()
    await until(() =>
      /is done, but this could not be recorded, so it may run again/.test(lines.join()),
    )
    const { done_at: done, payload } = await queue.readRow(id)
    assert.deepEqual([done, payload], [null, { kept: true }])
  })

  test('that closes waits for running jobs and starts none', async () => {
    const gate = createGate()
    const startedIds: string[] = []
    const worker = await queue.startWorker({
      note: async ({ id }) => {
        startedIds.push(id)
        await gate.promise
      },
    })
    const first = await enqueue(queue.pool, 'note', {})
    await until(() => startedIds.length === 1)
    const closing = worker.close()
    const second = await enqueue(queue.pool, 'note', {})
    gate.resolve()
    await closing
    assert.ok((await queue.readRow(first)).done_at)
    assert.deepEqual([(await queue.readRow(second)).attempts, startedIds], [0, [first]])
  })

  test('that closes releases jobs that take too long, for the next worker', async () => {
    const gate = createGate()
    let hasStarted = false
    const worker = await queue.startWorker({
      note: async () => {
        hasStarted = true
        await gate.promise
      },
    })
    const id = await enqueue(queue.pool, 'note', {})
    await until(() => hasStarted)
    const startedAt = Date.now()
    await worker.close()
    assert.ok(Date.now() - startedAt < 3000)
    await queue.startWorker({ note: async () => {} })
    await queue.waitUntilDone(id)
    // The first run ends now. It can no longer record its result, and logs nothing about that.
    gate.resolve()
    await until(async () => (await queue.readRow(id)).attempts === 1)
    assert.deepEqual(worker.lines, [])
  })
})

/** Adds a job that another worker has claimed. */
async function addClaimedJob(worker: number, lease: string) {
  const { rows } = await queue.pool.query<{ id: string }>(
    `insert into private.outbox (kind, claimed_by, due_at) values ('note', $1, now() + $2::interval) returning id`,
    [worker, lease],
  )
  return rows[0]?.id ?? ''
}

async function holdRow(id: string, work: () => Promise<void>) {
  await transact(queue.pool, async (db) => {
    await db.query('select from private.outbox where id = $1 for update', [id])
    await work()
  })
}

/** Ends a connection that waits for a row. Returns false if no connection waits. */
async function breakWaitingConnection() {
  const { rowCount } = await queue.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount === 1
}
