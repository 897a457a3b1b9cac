import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayCount, daysBefore, parseDays } from './day-range.ts'

const today = '2026-03-02'
const parseAddress = (address: string) => parseDays(new URLSearchParams(address), today)

// @covers 4.admin-range.default
test('without a range, or with an unknown one, the last seven days are shown', () => {
  const week = { from: '2026-02-24', to: today }
  assert.deepEqual(parseAddress(''), week)
  assert.deepEqual(parseAddress('range=decade&from=2026-01-01'), week)
})

// @covers 9.admin-range.days
test('a range ends today and includes it', () => {
  assert.deepEqual(parseAddress('range=30days'), { from: '2026-02-01', to: today })
  assert.deepEqual(parseAddress('range=90days'), { from: '2025-12-03', to: today })
})

test('a custom range can be 1 to 1,000 days', () => {
  assert.deepEqual(parseAddress('range=custom&from=2024-02-29&to=2024-02-29'), {
    from: '2024-02-29',
    to: '2024-02-29',
  })
  const longestRange = parseAddress('range=custom&from=2023-06-07&to=2026-03-02')
  assert.ok('from' in longestRange)
  assert.equal(dayCount(longestRange), 1000)
})

test('an invalid custom range is explained', () => {
  for (const [address, pattern] of [
    ['', /start and an end date/],
    ['&from=2026-01-01', /start and an end date/],
    ['&from=2026-02-30&to=2026-03-01', /start and an end date/],
    ['&from=yesterday&to=2026-03-01', /start and an end date/],
    ['&from=0001-01-01&to=0001-01-02', /2000 or later/],
    ['&from=2026-03-02&to=2026-03-01', /after the end date/],
    ['&from=2023-06-06&to=2026-03-02', /^This range has 1,001 days\. Choose at most 1,000\.$/],
    ['&from=2000-01-01&to=9999-12-31', /at most 1,000/],
  ] as const) {
    const days = parseAddress(`range=custom${address}`)
    assert.match('problem' in days ? days.problem : '', pattern, address)
  }
})

test('the period before has the same length and ends the day before', () => {
  assert.deepEqual(daysBefore({ from: '2026-03-01', to: '2026-03-07' }), {
    from: '2026-02-22',
    to: '2026-02-28',
  })
})
