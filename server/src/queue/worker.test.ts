import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { transact } from '../postgres/transaction.ts'
import { PermanentFailure, RetryLater } from './errors.ts'
import { enqueue } from './outbox.ts'
import { startQueueTest } from './testing.ts'
import type { Job } from './worker.ts'

const queue = await startQueueTest()
beforeEach(() => queue.pool.query('delete from private.outbox'))

suite('a job', () => {
  test('runs soon after its commit, with its id, payload and time', async () => {
    const receivedJobs: Job[] = []
    await queue.startWorker({ note: async (job) => void receivedJobs.push(job) })
    const startedAt = Date.now()
    const id = await transact(queue.pool, async (db) => {
      const jobId = await enqueue(db, 'note', { to: 'Ana' })
      // The worker polls during this sleep, before the commit.
      await db.query('select pg_sleep(1.2)')
      assert.equal(receivedJobs.length, 0)
      return jobId
    })
    await queue.waitUntilDone(id)
    const [firstJob] = receivedJobs
    assert.deepEqual([firstJob?.id, firstJob?.payload, receivedJobs.length], [id, { to: 'Ana' }, 1])
    assert.ok(firstJob && firstJob.createdAt.getTime() >= startedAt - 1000)
  })

  test('that is rolled back never runs', async () => {
    const receivedJobs: Job[] = []
    await queue.startWorker({ note: async (job) => void receivedJobs.push(job) })
    const rolledBack = transact(queue.pool, async (db) => {
      await enqueue(db, 'note', {})
      throw new Error('no')
    })
    await assert.rejects(rolledBack)
    await queue.waitUntilDone(await enqueue(queue.pool, 'note', {}))
    assert.equal(receivedJobs.length, 1)
  })

  test('is found without a notification', async () => {
    await queue.startWorker({ note: async () => {} })
    await queue.waitUntilDone(await enqueue(queue.pool, 'note', {}))
    const { rows } = await queue.pool.query<{ id: string }>(
      "insert into private.outbox (kind) values ('note') returning id",
    )
    await queue.waitUntilDone(rows[0]?.id ?? '')
  })

  test('that asks for a later retry is postponed, without an attempt or a log line', async () => {
    let attemptCount = 0
    const { lines } = await queue.startWorker({
      note: async () => {
        attemptCount += 1
        if (attemptCount === 1) throw new RetryLater('Something is in the way.', 3600)
      },
    })
    const id = await enqueue(queue.pool, 'note', {})
    await until(async () => (await queue.readRow(id)).due_at.getTime() > Date.now() + 3_000_000)
    assert.equal((await queue.readRow(id)).attempts, 0)
    await queue.makeDue(id)
    await queue.waitUntilDone(id)
    assert.equal((await queue.readRow(id)).attempts, 1)
    assert.deepEqual(lines, [])
  })

  test('does not wait for the next poll', async () => {
    await queue.startWorker({ note: async () => {} })
    const startedAt = Date.now()
    for (let count = 0; count < 10; count += 1)
      await queue.waitUntilDone(await enqueue(queue.pool, 'note', {}))
    // If jobs were only polled each second, ten jobs would take ten seconds.
    assert.ok(Date.now() - startedAt < 5000)
  })

  test('leaves no payload when it is done', async () => {
    await queue.startWorker({ note: async () => {} })
    const id = await enqueue(queue.pool, 'note', { secret: 'x' })
    await queue.waitUntilDone(id)
    const { payload, attempts, last_error: lastError } = await queue.readRow(id)
    assert.deepEqual([payload, attempts, lastError], [{}, 1, null])
  })
})

suite('a job that fails', () => {
  test('is retried after 30 s, 2 min, 10 min, 30 min, 2 h, then every 6 h, and given up after 3 days', async () => {
    const { lines } = await queue.startWorker({
      note: async () => {
        throw new Error('the wire is cut')
      },
    })
    const id = await enqueue(queue.pool, 'note', { to: 'Ana' })
    const delaysSeconds = [30, 120, 600, 1800, 7200, ...Array<number>(11).fill(21_600)]
    for (const [index, delaySeconds] of delaysSeconds.entries()) {
      await queue.waitForAttempts(id, index + 1)
      const { due_at: due, dead_at: dead } = await queue.readRow(id)
      assert.ok(
        Math.abs(due.getTime() - Date.now() - delaySeconds * 1000) < 5000,
        `attempt ${index + 1}`,
      )
      assert.equal(dead, null)
      await queue.makeDue(id)
    }
    await queue.waitForAttempts(id, delaysSeconds.length + 1)
    const { dead_at: dead, last_error: lastError, payload } = await queue.readRow(id)
    assert.ok(dead)
    assert.equal(lastError, 'the wire is cut')
    // The payload is kept, so that the job can be retried manually.
    assert.deepEqual(payload, { to: 'Ana' })
    const logPattern = String.raw`"level":50.*The work \\"note\\" \(${id}\) is given up \(attempt 17\): the wire is cut`
    await until(() => new RegExp(logPattern).test(lines.at(-1) ?? ''))
    assert.doesNotMatch(lines.join(), /Ana/)
  })

  test('may succeed the next time', async () => {
    let runCount = 0
    const { lines } = await queue.startWorker({
      note: async () => {
        runCount += 1
        if (runCount === 1) throw new Error('not yet')
      },
    })
    const id = await enqueue(queue.pool, 'note', {})
    await queue.waitForAttempts(id, 1)
    await queue.makeDue(id)
    await queue.waitUntilDone(id)
    const { attempts, last_error: lastError } = await queue.readRow(id)
    assert.deepEqual([attempts, lastError], [2, null])
    await until(() => /"level":40.*failed and is tried again in 30 s: not yet/.test(lines.join()))
  })

  test('permanently is given up immediately', async () => {
    const { lines } = await queue.startWorker({
      note: async () => {
        throw new PermanentFailure('refused')
      },
    })
    const id = await enqueue(queue.pool, 'note', {})
    await queue.waitForAttempts(id, 1)
    assert.ok((await queue.readRow(id)).dead_at)
    await until(() => /"level":50.*is given up \(attempt 1\): refused/.test(lines.join()))
  })

  test('with a message that a column cannot hold is recorded anyway', async () => {
    await queue.startWorker({
      note: async () => {
        throw new Error(`\0${'😀'.repeat(3000)}`)
      },
    })
    const id = await enqueue(queue.pool, 'note', {})
    await queue.waitForAttempts(id, 1)
    assert.match((await queue.readRow(id)).last_error ?? '', /^😀{1000}$/u)
  })

  test('because its kind is unknown waits for another server, and is logged once', async () => {
    const olderServer = await queue.startWorker({})
    const ids = [await enqueue(queue.pool, 'new', {}), await enqueue(queue.pool, 'new', {})]
    for (const id of ids) await queue.waitForAttempts(id, 1)
    const countLogLines = () =>
      olderServer.lines.filter((line) => line.includes('does not know such work')).length
    await until(() => countLogLines() > 0)
    await olderServer.close()
    assert.equal(countLogLines(), 1)
    await queue.startWorker({ new: async () => {} })
    for (const id of ids) {
      await queue.makeDue(id)
      await queue.waitUntilDone(id)
    }
  })
})
