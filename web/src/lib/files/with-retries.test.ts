import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Failure } from '../errors.ts'
import { withRetries } from './with-retries.ts'

const busy = new Failure({ code: 'busy', status: 503, message: 'busy', hint: '' })
const refused = new Failure({ code: '42501', status: 403, message: 'refused', hint: '' })
const lost = new TypeError('Failed to fetch')
const waits = [1, 1]

/** Returns a function that fails once with each of these errors, in order, and then succeeds. */
function failing(...failures: Error[]) {
  const asked = { times: 0 }
  const ask = async () => {
    asked.times += 1
    const failure = failures.shift()
    if (failure) throw failure
    return 'rows'
  }
  return { ask, asked }
}

const { signal } = new AbortController()

test('a temporary failure is retried twice', async () => {
  assert.equal(await withRetries(failing(busy, lost).ask, signal, waits), 'rows')
  const { ask, asked } = failing(busy, lost, busy)
  await assert.rejects(withRetries(ask, signal, waits), busy)
  assert.equal(asked.times, 3)
})

test('a refusal is not retried', async () => {
  const { ask, asked } = failing(refused)
  await assert.rejects(withRetries(ask, signal, waits), refused)
  assert.equal(asked.times, 1)
})

test('an aborted request is not retried', async () => {
  const control = new AbortController()
  const { ask, asked } = failing(busy)
  const asking = withRetries(ask, control.signal, waits)
  control.abort()
  await assert.rejects(asking, { name: 'AbortError' })
  assert.equal(asked.times, 1)
})
