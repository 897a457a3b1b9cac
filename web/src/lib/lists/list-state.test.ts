import assert from 'node:assert/strict'
import { test } from 'vitest'
import { allowedValueIn, nextSort, pageIn, sortIn, sortText, withChanges } from './list-state.ts'

test('a page is a number from 1 on; anything else is the first', () => {
  assert.equal(pageIn('7'), 7)
  for (const text of [null, '', '0', '-1', '1.5', 'abc', '1e99', '9999999999']) {
    assert.equal(pageIn(text), 1)
  }
})

test('only what may be sorted by is followed', () => {
  assert.deepEqual(sortIn('-amount', ['amount']), { by: 'amount', descending: true })
  assert.deepEqual(sortIn('amount', ['amount']), { by: 'amount', descending: false })
  for (const text of [null, '', '-', 'id', '--amount']) {
    assert.equal(sortIn(text, ['amount']), undefined)
  }
})

test('the same column once more turns around, another begins ascending', () => {
  const sort = { by: 'amount', descending: false }
  assert.deepEqual(nextSort(sort, 'amount'), { by: 'amount', descending: true })
  assert.deepEqual(nextSort(sort, 'name'), { by: 'name', descending: false })
})

test('the usual sort stands in no address', () => {
  const usual = { by: 'amount', descending: true }
  assert.equal(sortText(usual, usual), '')
  assert.equal(sortText({ by: 'amount', descending: false }, usual), 'amount')
  assert.equal(sortText({ by: 'name', descending: true }, usual), '-name')
})

test('two lists share an address, each under its own name', () => {
  const before = new URLSearchParams('page=3&jobs.page=2&other=kept')
  const after = withChanges(before, { page: '', q: 'a&b' }, 'jobs')
  assert.equal(after.toString(), 'page=3&other=kept&jobs.q=a%26b')
  assert.equal(before.get('jobs.page'), '2')
})

test('a filter is followed where it is one that it can be', () => {
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

test('of a search no more is followed than can be looked for, and no sign is halved', () => {
  assert.equal(allowedValueIn('e'.repeat(300), undefined), 'e'.repeat(200))
  assert.equal(allowedValueIn('😀'.repeat(300), undefined), '😀'.repeat(200))
})
