import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { FairQueue, SharedFairQueue } from './fair-queue.ts'

function makeQueue(maxRunning: number) {
  return new FairQueue({ maxRunning, maxWaiting: 10, timeoutMs: 60_000 })
}

/** Returns a task that runs until the test calls `end`. */
function makeTask(started: string[], name: string) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const run = () => {
    started.push(name)
    return promise
  }
  return { run, end }
}

test('in a shared queue users alternate, however many tasks one of them has', async () => {
  const queue = new SharedFairQueue({ maxRunning: 1, maxWaiting: 10, timeoutMs: 60_000 })
  const started: string[] = []
  const myTasks = ['mine 1', 'mine 2', 'mine 3'].map((name) => makeTask(started, name))
  const yourTask = makeTask(started, 'yours')
  const results = [
    ...myTasks.map(({ run }) => queue.run('me', run)),
    queue.run('you', yourTask.run),
  ]
  for (const { end } of [...myTasks, yourTask]) end()
  await Promise.all(results)
  assert.deepEqual(started, ['mine 1', 'yours', 'mine 2', 'mine 3'])
})

suite('a fair queue', () => {
  test('skips tasks that are aborted while they wait, or before they start', async () => {
    const queue = makeQueue(1)
    const started: string[] = []
    const [first, second, third] = ['first', 'second', 'third'].map((name) =>
      makeTask(started, name),
    )
    assert.ok(first && second && third)
    const abort = new AbortController()
    const running = queue.run('me', first.run)
    const aborted = queue.run('me', second.run, abort.signal)
    const last = queue.run('me', third.run)
    abort.abort(new Error('gone'))
    await assert.rejects(aborted, /gone/)
    await assert.rejects(queue.run('you', second.run, abort.signal), /gone/)
    first.end()
    third.end()
    await Promise.all([running, last])
    assert.deepEqual(started, ['first', 'third'])
  })
})
