import assert from 'node:assert/strict'
import { test } from 'vitest'
import { formatNoticeTime, groupByDay } from './notice-days.ts'

const now = new Date(2026, 10, 23, 9, 0)
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
const noticeOf = (day: number, hour = 12) => ({ created_at: at(day, hour) })

test('notices are grouped by calendar day, the latest first', () => {
  const groups = groupByDay([noticeOf(22, 23), noticeOf(2), noticeOf(23, 0), noticeOf(17)], now)
  assert.deepEqual(
    groups.map(({ title }) => title),
    ['Today', 'Yesterday', 'Last 7 days', 'Earlier'],
  )
})

test('a time is a clock time for two days, then a weekday, then a date', () => {
  assert.equal(formatNoticeTime(at(23, 8), now), '8:00 AM')
  assert.equal(formatNoticeTime(at(22, 23), now), '11:00 PM')
  assert.equal(formatNoticeTime(at(20, 8), now), 'Fri')
  assert.equal(formatNoticeTime(at(2, 8), now), 'Nov 2')
  assert.equal(formatNoticeTime(new Date(2025, 10, 2).toISOString(), now), 'Nov 2, 2025')
})
