// Checks that a task runs once if several clients request it at the same time.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { SharedFairQueue } from '../../http/fair-queue.ts'
import { TooManyRequests } from '../../http/rate-limits.ts'
import { SingleFlight } from './single-flight.ts'

function createSingleFlight() {
  const shared = new SingleFlight<string>()
  const queue = new SharedFairQueue({ maxRunning: 4, maxWaiting: 1, timeoutMs: 60_000 })
  let runCount = 0
  const requestImage = (
    clientId: string,
    { leaving = new AbortController().signal, task = makeImage } = {},
  ) =>
    shared.run('picture', {
      leaving,
      enqueue: (start, left) => queue.run(clientId, start, left),
      task: async (abandoned) => {
        runCount += 1
        return task(abandoned)
      },
    })
  /** Occupies the client's only place for a running task until the returned function is called. */
  const occupyQueue = (clientId: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ended = queue.run(clientId, () => promise)
    return async () => {
      resolve()
      await ended
    }
  }
  return { requestImage, occupyQueue, queue, runCount: () => runCount }
}

async function makeImage(_abandoned: AbortSignal) {
  return 'made'
}

suite('work that several clients request', () => {
  test('is done once, in the first free queue slot of any client', async () => {
    const { requestImage, occupyQueue, runCount } = createSingleFlight()
    const releaseQueue = occupyQueue('first')
    const first = requestImage('first')
    assert.equal(await requestImage('second'), 'made')
    assert.equal(await first, 'made')
    await releaseQueue()
    assert.equal(runCount(), 1)
  })

  test('leaves the queues of the other clients when it starts', async () => {
    const { requestImage, occupyQueue, queue } = createSingleFlight()
    const releaseQueue = occupyQueue('first')
    const first = requestImage('first')
    await requestImage('second')
    await first
    // A client's queue holds one waiting task, so a task that still waited would cause a refusal.
    const next = queue.run('first', async () => 'next')
    await releaseQueue()
    assert.equal(await next, 'next')
  })

  test('is refused to a client with a full queue, and done for the others', async () => {
    const { requestImage, occupyQueue, queue } = createSingleFlight()
    const releaseQueue = occupyQueue('first')
    const waiting = queue.run('first', async () => 'waited')
    await assert.rejects(requestImage('first'), TooManyRequests)
    assert.equal(await requestImage('second'), 'made')
    await releaseQueue()
    assert.equal(await waiting, 'waited')
  })

  test('continues if the client with the slot leaves, and stops when all have left', async () => {
    const { requestImage } = createSingleFlight()
    const [firstAbort, secondAbort] = [new AbortController(), new AbortController()]
    const ended = Promise.withResolvers<void>()
    const task = (abandoned: AbortSignal) => {
      abandoned.addEventListener('abort', () => ended.resolve())
      return new Promise<string>(() => {})
    }
    const first = requestImage('first', { leaving: firstAbort.signal, task })
    const second = requestImage('second', { leaving: secondAbort.signal })
    firstAbort.abort(new Error('One left.'))
    await assert.rejects(first, /One left/)
    secondAbort.abort(new Error('The other left.'))
    await assert.rejects(second, /The other left/)
    await ended.promise
  })
})
