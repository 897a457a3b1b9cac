import assert from 'node:assert/strict'
import { test } from 'vitest'
import { changedFields, parseTypedFields, valuesToRestore } from './form-draft.ts'

test('a draft holds only changed fields of known initial values, including emptied ones', () => {
  const initialValues = { title: ['Roof'], budget: ['900'], kinds: ['a', 'b'] }
  const currentValues = { title: ['Roof'], budget: ['950'], kinds: [], place: [''] }
  assert.deepEqual(changedFields(initialValues, currentValues), {
    budget: { from: ['900'], to: ['950'] },
    kinds: { from: ['a', 'b'], to: [] },
  })
  assert.deepEqual(changedFields(initialValues, initialValues), {})
})

test('a field whose initial value has changed keeps the new value', () => {
  const typedValues = { from: ['900'], to: ['950'] }
  assert.deepEqual(valuesToRestore(['900'], typedValues), ['950'])
  assert.equal(valuesToRestore(['1000'], typedValues), undefined)
  assert.equal(valuesToRestore(['900'], undefined), undefined)
})

test('an invalid draft is read as empty', () => {
  for (const storedDraft of [
    undefined,
    null,
    3,
    [],
    { title: ['Roof'] },
    { title: { from: 'Roof' } },
  ]) {
    assert.deepEqual(parseTypedFields(storedDraft), {})
  }
})
