import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysBefore, daysIn, lengthOf } from './day-range.ts'

const today = '2026-03-02'
const asked = (address: string) => daysIn(new URLSearchParams(address), today)

test('without a wish, or with one that nobody knows, there are the last seven days', () => {
  const week = { from: '2026-02-24', to: today }
  assert.deepEqual(asked(''), week)
  assert.deepEqual(asked('range=decade&from=2026-01-01'), week)
})

test('a range ends today, and counts that day', () => {
  assert.deepEqual(asked('range=30days'), { from: '2026-02-01', to: today })
  assert.deepEqual(asked('range=90days'), { from: '2025-12-03', to: today })
})

test('days of one’s own may be one, and a thousand', () => {
  assert.deepEqual(asked('range=custom&from=2024-02-29&to=2024-02-29'), {
    from: '2024-02-29',
    to: '2024-02-29',
  })
  const most = asked('range=custom&from=2023-06-07&to=2026-03-02')
  assert.ok('from' in most)
  assert.equal(lengthOf(most), 1000)
})

test('days that cannot be shown are answered in words', () => {
  for (const [address, words] of [
    ['', /first and a last day/],
    ['&from=2026-01-01', /first and a last day/],
    ['&from=2026-02-30&to=2026-03-01', /first and a last day/],
    ['&from=yesterday&to=2026-03-01', /first and a last day/],
    ['&from=0001-01-01&to=0001-01-02', /year 2000/],
    ['&from=2026-03-02&to=2026-03-01', /after the last/],
    ['&from=2023-06-06&to=2026-03-02', /^These are 1,001 days\. Choose at most 1,000\.$/],
    ['&from=2000-01-01&to=9999-12-31', /at most 1,000/],
  ] as const) {
    const days = asked(`range=custom${address}`)
    assert.match('wrong' in days ? days.wrong : '', words, address)
  }
})

test('the period before is as long, and ends the day before', () => {
  assert.deepEqual(daysBefore({ from: '2026-03-01', to: '2026-03-07' }), {
    from: '2026-02-22',
    to: '2026-02-28',
  })
})
