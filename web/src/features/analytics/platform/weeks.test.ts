import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { DailyFigures } from './daily-figures.queries.ts'
import { toShownFigures } from './weeks.ts'

/** Returns the figures of this many days until January 31. */
function januaryDays(count: number): DailyFigures[] {
  return Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, 32 - count + index)).toISOString().slice(0, 10),
    posted_jobs: 1,
    bids: index,
    consultations: 0,
    users: 2,
    revenue: 0.1,
  }))
}

const compared = (count: number) => ({ now: januaryDays(count), before: januaryDays(count) })

test('a month is shown by days', () => {
  const { now, isByWeek } = toShownFigures(compared(31))
  assert.equal(isByWeek, false)
  assert.equal(now.length, 31)
})

test('a longer period is shown by weeks, and the last week is whole', () => {
  const { now, before, isByWeek } = toShownFigures(compared(38))
  assert.equal(isByWeek, true)
  assert.deepEqual(
    now.map(({ date, posted_jobs: jobs }) => [date, jobs]),
    [
      ['2025-12-25', 3],
      ['2025-12-28', 7],
      ['2026-01-04', 7],
      ['2026-01-11', 7],
      ['2026-01-18', 7],
      ['2026-01-25', 7],
    ],
  )
  assert.deepEqual(before, now)
})

test('weeks have exact sums of money', () => {
  const { now } = toShownFigures(compared(35))
  assert.deepEqual(new Set(now.map(({ revenue }) => revenue)), new Set([0.7]))
})
