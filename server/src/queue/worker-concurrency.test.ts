import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { enqueue } from './outbox.ts'
import { startQueueTest } from './testing.ts'
import type { Job } from './worker.ts'

const queue = await startQueueTest()
beforeEach(() => queue.pool.query('delete from private.outbox'))

function createGate() {
  return Promise.withResolvers<void>()
}

suite('jobs', () => {
  for (const maxPerKind of [1, 3]) {
    test(`of one kind run at most ${maxPerKind} at a time if that is the setting`, async () => {
      const gate = createGate()
      let running = 0
      let maxRunning = 0
      const note = async () => {
        running += 1
        maxRunning = Math.max(maxRunning, running)
        await gate.promise
        running -= 1
      }
      await queue.startWorker({ note }, { maxPerKind })
      const ids = await Promise.all(
        Array.from({ length: 6 }, () => enqueue(queue.pool, 'note', {})),
      )
      await until(() => running === maxPerKind)
      // After this sleep, the notifications for all jobs have arrived.
      await queue.pool.query('select pg_sleep(0.2)')
      gate.resolve()
      for (const id of ids) await queue.waitUntilDone(id)
      assert.equal(maxRunning, maxPerKind)
    })
  }

  test('do not wait for slow jobs of another kind, however many there are', async () => {
    const gate = createGate()
    let running = 0
    const longJob = () => {
      running += 1
      return gate.promise
    }
    await queue.startWorker({ long: longJob, short: async () => {} })
    const ids = await Promise.all(Array.from({ length: 6 }, () => enqueue(queue.pool, 'long', {})))
    await until(() => running === 2)
    await queue.waitUntilDone(await enqueue(queue.pool, 'short', {}))
    assert.equal(running, 2)
    gate.resolve()
    for (const id of ids) await queue.waitUntilDone(id)
  })

  test('that waited for others of their kind do not wait for the next poll', async () => {
    const note = async () => void (await queue.pool.query('select pg_sleep(0.01)'))
    await queue.startWorker({ note })
    const ids = await Promise.all(Array.from({ length: 40 }, () => enqueue(queue.pool, 'note', {})))
    const startedAt = Date.now()
    for (const id of ids) await queue.waitUntilDone(id)
    // If the worker started only two jobs at each poll, the jobs would take twenty seconds.
    assert.ok(Date.now() - startedAt < 5000)
  })

  test('run before notification emails, however long these wait', async () => {
    await queue.pool.query(
      "insert into private.outbox (kind, due_at) select 'notification_email', now() - interval '1 hour' from generate_series(1, 6)",
    )
    const note = await enqueue(queue.pool, 'note', {})
    const order: string[] = []
    const recordJob = async ({ id }: Job) => void order.push(id)
    await queue.startWorker({ notification_email: recordJob, note: recordJob })
    await until(() => order.length === 7)
    assert.equal(order[0], note)
  })

  test('run once with several servers', async () => {
    const runCounts = new Map<string, number>()
    const note = async ({ id }: Job) => {
      runCounts.set(id, (runCounts.get(id) ?? 0) + 1)
      await queue.pool.query('select pg_sleep(0.01)')
    }
    await Promise.all([
      queue.startWorker({ note }),
      queue.startWorker({ note }),
      queue.startWorker({ note }),
    ])
    const ids = await Promise.all(Array.from({ length: 60 }, () => enqueue(queue.pool, 'note', {})))
    for (const id of ids) await queue.waitUntilDone(id)
    assert.deepEqual([...runCounts.values()], Array(60).fill(1))
  })
})
