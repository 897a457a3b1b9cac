// Who waits for whom.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Turns } from '../../src/http/turns.ts'

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
