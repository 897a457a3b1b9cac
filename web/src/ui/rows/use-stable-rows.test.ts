import assert from 'node:assert/strict'
import { test } from 'vitest'
import { holdBack } from './use-stable-rows.ts'

const row = (id: string, amount = 0) => ({ id, amount })
const keyOf = ({ id }: { id: string }) => id

test('new rows are counted, while shown rows keep their order and show changes', () => {
  const result = holdBack(['a', 'b'], [row('new'), row('b', 7), row('a')], keyOf)
  assert.deepEqual(result, { rows: [row('a'), row('b', 7)], news: 1 })
})

test('a row that is gone disappears', () => {
  assert.deepEqual(holdBack(['a', 'b'], [row('b')], keyOf), { rows: [row('b')], news: 0 })
})

test('a row that is listed twice counts once', () => {
  assert.deepEqual(holdBack([], [row('a'), row('a')], keyOf).news, 1)
})
