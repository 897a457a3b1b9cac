// The number of jobs that run at the same time, their order, and the server that runs them.
import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { enqueue } from './outbox.ts'
import { startLab } from './testing.ts'
import type { Job } from './worker.ts'

const lab = await startLab()
// Each test starts with an empty outbox.
beforeEach(() => lab.pool.query('delete from private.outbox'))

/** A promise that the test resolves. */
function gate() {
  return Promise.withResolvers<void>()
}

suite('work', () => {
  test('of one kind is done by two at a time at most', async () => {
    const open = gate()
    let running = 0
    let most = 0
    await lab.start({
      note: async () => {
        running += 1
        most = Math.max(most, running)
        await open.promise
        running -= 1
      },
    })
    const ids = await Promise.all(Array.from({ length: 6 }, () => enqueue(lab.pool, 'note', {})))
    await until(() => running === 2)
    // By now the notifications for all jobs have arrived.
    await lab.pool.query('select pg_sleep(0.2)')
    open.resolve()
    for (const id of ids) await lab.done(id)
    assert.equal(most, 2)
  })

  test('does not wait for work of another kind that takes long, however much of it there is', async () => {
    const open = gate()
    let running = 0
    const long = () => {
      running += 1
      return open.promise
    }
    await lab.start({ long, short: async () => {} })
    const ids = await Promise.all(Array.from({ length: 6 }, () => enqueue(lab.pool, 'long', {})))
    await until(() => running === 2)
    await lab.done(await enqueue(lab.pool, 'short', {}))
    assert.equal(running, 2)
    open.resolve()
    for (const id of ids) await lab.done(id)
  })

  test('that had to wait for others of its kind is not waited for until the next look', async () => {
    const note = async () => void (await lab.pool.query('select pg_sleep(0.01)'))
    await lab.start({ note })
    const ids = await Promise.all(Array.from({ length: 40 }, () => enqueue(lab.pool, 'note', {})))
    const began = Date.now()
    for (const id of ids) await lab.done(id)
    // With only two jobs for each poll, this would take twenty seconds.
    assert.ok(Date.now() - began < 5000)
  })

  test('goes before letters, however long they wait', async () => {
    await lab.pool.query(
      "insert into private.outbox (kind, due_at) select 'letter', now() - interval '1 hour' from generate_series(1, 6)",
    )
    const note = await enqueue(lab.pool, 'note', {})
    const order: string[] = []
    const noted = async ({ id }: Job) => void order.push(id)
    await lab.start({ letter: noted, note: noted })
    await until(() => order.length === 7)
    // Two jobs of a kind run at the same time.
    assert.ok(order.indexOf(note) < 2)
  })

  test('is done once where several servers look for it', async () => {
    const times = new Map<string, number>()
    const note = async ({ id }: Job) => {
      times.set(id, (times.get(id) ?? 0) + 1)
      await lab.pool.query('select pg_sleep(0.01)')
    }
    await Promise.all([lab.start({ note }), lab.start({ note }), lab.start({ note })])
    const ids = await Promise.all(Array.from({ length: 60 }, () => enqueue(lab.pool, 'note', {})))
    for (const id of ids) await lab.done(id)
    assert.deepEqual([...times.values()], Array(60).fill(1))
  })
})
