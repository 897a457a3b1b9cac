import assert from 'node:assert/strict'
import { test } from 'vitest'
import { allowedValueIn, pageIn, withChanges } from './list-state.ts'
import { nextSort, sortIn, sortText } from './sort.ts'

test('a page is a number from 1, and anything else means the first page', () => {
  assert.equal(pageIn('7'), 7)
  for (const text of [null, '', '0', '-1', '1.5', 'abc', '1e99', '9999999999']) {
    assert.equal(pageIn(text), 1)
  }
})

test('only sortable columns are accepted', () => {
  assert.deepEqual(sortIn('-amount', ['amount']), { by: 'amount', descending: true })
  assert.deepEqual(sortIn('amount', ['amount']), { by: 'amount', descending: false })
  for (const text of [null, '', '-', 'id', '--amount']) {
    assert.equal(sortIn(text, ['amount']), undefined)
  }
})

test('choosing the same column again reverses the order, and another column begins ascending', () => {
  const sort = { by: 'amount', descending: false }
  assert.deepEqual(nextSort(sort, 'amount'), { by: 'amount', descending: true })
  assert.deepEqual(nextSort(sort, 'name'), { by: 'name', descending: false })
})

test('the default order is not in the URL', () => {
  const defaultSort = { by: 'amount', descending: true }
  assert.equal(sortText(defaultSort, defaultSort), '')
  assert.equal(sortText({ by: 'amount', descending: false }, defaultSort), 'amount')
  assert.equal(sortText({ by: 'name', descending: true }, defaultSort), '-name')
})

test('two lists on a page use different names in the URL', () => {
  const before = new URLSearchParams('page=3&jobs.page=2&other=kept')
  const after = withChanges(before, { page: '', q: 'a&b' }, 'jobs')
  assert.equal(after.toString(), 'page=3&other=kept&jobs.q=a%26b')
  assert.equal(before.get('jobs.page'), '2')
})

test('only known values of a filter are accepted', () => {
  assert.equal(allowedValueIn('won', ['won', 'lost']), 'won')
  assert.equal(allowedValueIn('drawn', ['won', 'lost']), '')
  assert.equal(allowedValueIn('whatever', undefined), 'whatever')
  assert.equal(allowedValueIn(null, ['won']), '')
  assert.equal(
    allowedValueIn('7', (text) => text === '7'),
    '7',
  )
  assert.equal(
    allowedValueIn('8', (text) => text === '7'),
    '',
  )
})

test('a search text is cut at its limit without splitting a character', () => {
  assert.equal(allowedValueIn('e'.repeat(300), undefined), 'e'.repeat(200))
  assert.equal(allowedValueIn('😀'.repeat(300), undefined), '😀'.repeat(200))
})
