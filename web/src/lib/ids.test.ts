import assert from 'node:assert/strict'
import { test } from 'vitest'
import { IdempotencyKeys } from './ids.ts'

test('the same values have the same key until it is forgotten, and other values have another key', () => {
  const keys = new IdempotencyKeys()
  const firstKey = keys.keyFor({ amount: 900, job: null })
  const otherKey = keys.keyFor({ amount: 950, job: null })
  assert.notEqual(firstKey, otherKey)
  assert.equal(keys.keyFor({ amount: 900, job: null }), firstKey)
  keys.forget()
  assert.notEqual(keys.keyFor({ amount: 900, job: null }), firstKey)
})
