// Checks callers that request the same task at the same time, each with a separate queue.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { SharedFairQueue } from '../../http/fair-queue.ts'
import { TooManyRequests } from '../../http/rate-limits.ts'
import { SingleFlight } from './single-flight.ts'

function openShop() {
  const shared = new SingleFlight<string>()
  const lane = new SharedFairQueue({ maxRunning: 4, maxWaiting: 1, timeoutMs: 60_000 })
  let times = 0
  const ask = (who: string, { leaving = new AbortController().signal, made = answer } = {}) =>
    shared.run('picture', {
      leaving,
      enqueue: (start, left) => lane.run(who, start, left),
      task: async (abandoned) => {
        times += 1
        return made(abandoned)
      },
    })
  /** Occupies the caller's only place in the queue until the returned function is called. */
  const occupy = (who: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ended = lane.run(who, () => promise)
    return async () => {
      resolve()
      await ended
    }
  }
  return { ask, occupy, lane, times: () => times }
}

async function answer(_abandoned: AbortSignal) {
  return 'made'
}

suite('work that several clients request', () => {
  test('is done once, in the first free queue slot of any client', async () => {
    const { ask, occupy, times } = openShop()
    const free = occupy('first')
    const first = ask('first')
    assert.equal(await ask('second'), 'made')
    assert.equal(await first, 'made')
    await free()
    assert.equal(times(), 1)
  })

  test('leaves the queues of the other clients when it starts', async () => {
    const { ask, occupy, lane } = openShop()
    const free = occupy('first')
    const first = ask('first')
    await ask('second')
    await first
    // The queue has only one place, so a task that still waited there would cause a refusal.
    const next = lane.run('first', async () => 'next')
    await free()
    assert.equal(await next, 'next')
  })

  test('is refused to a client with a full queue, and done for the others', async () => {
    const { ask, occupy, lane } = openShop()
    const free = occupy('first')
    const waiting = lane.run('first', async () => 'waited')
    await assert.rejects(ask('first'), TooManyRequests)
    assert.equal(await ask('second'), 'made')
    await free()
    assert.equal(await waiting, 'waited')
  })

  test('continues if the client with the slot leaves, and stops when all have left', async () => {
    const { ask } = openShop()
    const [one, other] = [new AbortController(), new AbortController()]
    const ended = Promise.withResolvers<void>()
    const made = (abandoned: AbortSignal) => {
      abandoned.addEventListener('abort', () => ended.resolve())
      return new Promise<string>(() => {})
    }
    const first = ask('first', { leaving: one.signal, made })
    const second = ask('second', { leaving: other.signal })
    one.abort(new Error('One left.'))
    await assert.rejects(first, /One left/)
    other.abort(new Error('The other left.'))
    await assert.rejects(second, /The other left/)
    await ended.promise
  })
})
