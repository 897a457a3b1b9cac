import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestKeys } from './request-key.ts'

test('the same values have the same key until it is forgotten, and others another', () => {
  const keys = new RequestKeys()
  const first = keys.of({ amount: 900, job: null })
  const other = keys.of({ amount: 950, job: null })
  assert.notEqual(first, other)
  assert.equal(keys.of({ amount: 900, job: null }), first)
  keys.forget()
  assert.notEqual(keys.of({ amount: 900, job: null }), first)
})
