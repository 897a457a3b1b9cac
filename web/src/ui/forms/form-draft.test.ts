import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedFieldsIn, typedOver, typedSince } from './form-draft.ts'

test('only what was changed is kept, also what was emptied', () => {
  const untouched = { title: ['Roof'], budget: ['900'], kinds: ['a', 'b'] }
  const now = { title: ['Roof'], budget: ['950'], kinds: [], place: [''] }
  assert.deepEqual(typedSince(untouched, now), {
    budget: { from: ['900'], to: ['950'] },
    kinds: { from: ['a', 'b'], to: [] },
    place: { from: [], to: [''] },
  })
  assert.deepEqual(typedSince(untouched, untouched), {})
})

test('a field that says something new meanwhile keeps that', () => {
  const typed = { from: ['900'], to: ['950'] }
  assert.deepEqual(typedOver(['900'], typed), ['950'])
  assert.equal(typedOver(['1000'], typed), undefined)
  assert.equal(typedOver(['900'], undefined), undefined)
})

test('what is no draft is read as none', () => {
  for (const kept of [undefined, null, 3, [], { title: ['Roof'] }, { title: { from: 'Roof' } }]) {
    assert.deepEqual(typedFieldsIn(kept), {})
  }
})
