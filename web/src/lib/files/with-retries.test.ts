import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Failure } from '../errors.ts'
import { withRetries } from './with-retries.ts'

const busyFailure = new Failure({ code: 'busy', status: 503, message: 'busy', hint: '' })
const refusedFailure = new Failure({ code: '42501', status: 403, message: 'refused', hint: '' })
const lostConnection = new TypeError('Failed to fetch')
const delaysMs = [1, 1]

/** Returns a function that fails once with each of these errors, in order, and then succeeds. */
function failOnceEach(...failures: Error[]) {
  const attempts = { count: 0 }
  const sendRequest = async () => {
    attempts.count += 1
    const failure = failures.shift()
    if (failure) throw failure
    return 'rows'
  }
  return { sendRequest, attempts }
}

const { signal } = new AbortController()

test('a temporary failure is retried twice', async () => {
  assert.equal(
    await withRetries(failOnceEach(busyFailure, lostConnection).sendRequest, signal, delaysMs),
    'rows',
  )
  const { sendRequest, attempts } = failOnceEach(busyFailure, lostConnection, busyFailure)
  await assert.rejects(withRetries(sendRequest, signal, delaysMs), busyFailure)
  assert.equal(attempts.count, 3)
})

test('a refusal is not retried', async () => {
  const { sendRequest, attempts } = failOnceEach(refusedFailure)
  await assert.rejects(withRetries(sendRequest, signal, delaysMs), refusedFailure)
  assert.equal(attempts.count, 1)
})

test('an aborted request is not retried', async () => {
  const abortController = new AbortController()
  const { sendRequest, attempts } = failOnceEach(busyFailure)
  const result = withRetries(sendRequest, abortController.signal, delaysMs)
  abortController.abort()
  await assert.rejects(result, { name: 'AbortError' })
  assert.equal(attempts.count, 1)
})
