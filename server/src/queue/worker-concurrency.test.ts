import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { until } from '../../../tests/support/until.ts'
import { enqueue } from './outbox.ts'
import { startLab } from './testing.ts'
import type { Job } from './worker.ts'

const lab = await startLab()
beforeEach(() => lab.pool.query('delete from private.outbox'))

function gate() {
  return Promise.withResolvers<void>()
}

suite('jobs', () => {
  test('of one kind run at most two at a time', async () => {
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
    // After this sleep, the notifications for all jobs have arrived.
    await lab.pool.query('select pg_sleep(0.2)')
    open.resolve()
    for (const id of ids) await lab.done(id)
    assert.equal(most, 2)
  })

  test('do not wait for slow jobs of another kind, however many there are', async () => {
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

  test('that waited for others of their kind do not wait for the next poll', async () => {
    const note = async () => void (await lab.pool.query('select pg_sleep(0.01)'))
    await lab.start({ note })
    const ids = await Promise.all(Array.from({ length: 40 }, () => enqueue(lab.pool, 'note', {})))
    const began = Date.now()
    for (const id of ids) await lab.done(id)
    // With only two jobs for each poll, this would take twenty seconds.
    assert.ok(Date.now() - began < 5000)
  })

  test('run before notification emails, however long these wait', async () => {
    await lab.pool.query(
      "insert into private.outbox (kind, due_at) select 'notification_email', now() - interval '1 hour' from generate_series(1, 6)",
    )
    const note = await enqueue(lab.pool, 'note', {})
    const order: string[] = []
    const noted = async ({ id }: Job) => void order.push(id)
    await lab.start({ notification_email: noted, note: noted })
    await until(() => order.length === 7)
    // Two jobs start at about the same time, so either of them may be recorded first.
    assert.ok(order.indexOf(note) < 2)
  })

  test('run once with several servers', async () => {
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
