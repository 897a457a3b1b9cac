// Who waits for whom.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Lane } from './lane.ts'
import { Turns } from './turns.ts'

function lineOf(atOnce: number) {
  return new Turns({ atOnce, mostWaiting: 10, patience: 60_000 })
}

/** Work that begins when it is its turn, and ends when it is told to. */
function work(begun: string[], name: string) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const run = () => {
    begun.push(name)
    return promise
  }
  return { run, end }
}

test('in a lane the next is somebody else, however many one brings', async () => {
  const lane = new Lane({ atOnce: 1, mostWaiting: 10, patience: 60_000 })
  const begun: string[] = []
  const mine = ['mine 1', 'mine 2', 'mine 3'].map((name) => work(begun, name))
  const yours = work(begun, 'yours')
  const taken = [...mine.map(({ run }) => lane.take('me', run)), lane.take('you', yours.run)]
  for (const { end } of [...mine, yours]) end()
  await Promise.all(taken)
  assert.deepEqual(begun, ['mine 1', 'yours', 'mine 2', 'mine 3'])
})

suite('turns', () => {
  test('who leaves the line is passed over, and who left before their turn too', async () => {
    const turns = lineOf(1)
    const begun: string[] = []
    const [first, second, third] = ['first', 'second', 'third'].map((name) => work(begun, name))
    assert.ok(first && second && third)
    const leaving = new AbortController()
    const running = turns.take('me', first.run)
    const left = turns.take('me', second.run, leaving.signal)
    const last = turns.take('me', third.run)
    leaving.abort(new Error('gone'))
    await assert.rejects(left, /gone/)
    await assert.rejects(turns.take('you', second.run, leaving.signal), /gone/)
    first.end()
    third.end()
    await Promise.all([running, last])
    assert.deepEqual(begun, ['first', 'third'])
  })
})
