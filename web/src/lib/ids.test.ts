import assert from 'node:assert/strict'
import { test } from 'vitest'
import { IdempotencyKeys } from './ids.ts'

test('the same values have the same key until it is forgotten, and other values have another key', () => {
  const keys = new IdempotencyKeys()
  const first = keys.keyFor({ amount: 900, job: null })
  const other = keys.keyFor({ amount: 950, job: null })
  assert.notEqual(first, other)
  assert.equal(keys.keyFor({ amount: 900, job: null }), first)
  keys.forget()
  assert.notEqual(keys.keyFor({ amount: 900, job: null }), first)
})
