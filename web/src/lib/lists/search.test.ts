import assert from 'node:assert/strict'
import { test } from 'vitest'
import { maxRowsInFile, searchCursor } from './search.ts'

const newest = { by: 'created_at', descending: true }
const row = { value: '2026-11-20T09:00:00Z', id: 'a' }

test('a search that is sorted by time can continue after a row, so its export has no limit', () => {
  for (const by of ['created_at', 'at'])
    assert.deepEqual(searchCursor({ ...newest, by }, row), { latest: row.value, beyond: 'a' })
  assert.equal(maxRowsInFile('lamp', newest), undefined)
})

test('a search in any other order ends after a thousand rows', () => {
  for (const sort of [
    { by: 'created_at', descending: false },
    { by: 'amount', descending: true },
  ]) {
    assert.deepEqual(searchCursor(sort, row), {})
    assert.equal(maxRowsInFile('lamp', sort), 1000)
    assert.equal(maxRowsInFile('', sort), undefined)
  }
})
