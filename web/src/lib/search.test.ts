import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostInFile, onwardFrom } from './search.ts'

const newest = { by: 'created_at', descending: true }
const row = { value: '2026-11-20T09:00:00Z', id: 'a' }

test('a search by the newest goes on behind a row, and its file has no end', () => {
  for (const by of ['created_at', 'at'])
    assert.deepEqual(onwardFrom({ ...newest, by }, row), { latest: row.value, beyond: 'a' })
  assert.equal(mostInFile('lamp', newest), undefined)
})

test('a search in any other order ends with the newest thousand', () => {
  for (const sort of [
    { by: 'created_at', descending: false },
    { by: 'amount', descending: true },
  ]) {
    assert.deepEqual(onwardFrom(sort, row), {})
    assert.equal(mostInFile('lamp', sort), 1000)
    assert.equal(mostInFile('', sort), undefined)
  }
})
