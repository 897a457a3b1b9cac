import assert from 'node:assert/strict'
import { test } from 'vitest'
import { monthsOf, parseMonthRange } from './month-range.ts'

// @covers 9.charts.january-to-may
test('January to May are from the latest year in which May is over', () => {
  assert.deepEqual(monthsOf('january-to-may', '2026-05-31'), {
    from: '2025-01-01',
    to: '2025-05-31',
  })
  assert.deepEqual(monthsOf('january-to-may', '2026-06-01'), {
    from: '2026-01-01',
    to: '2026-05-31',
  })
})

test('the last twelve months end with this one', () => {
  assert.equal(monthsOf('', '2026-11-20').from, '2025-12-01')
  assert.equal(monthsOf('', '2026-12-31').from, '2026-01-01')
  assert.equal(monthsOf('', '2026-01-01').from, '2025-02-01')
})

test('an unknown range means the default', () => {
  assert.equal(parseMonthRange('decade'), '')
  assert.equal(parseMonthRange('year'), 'year')
})
