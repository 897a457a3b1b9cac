import assert from 'node:assert/strict'
import { test } from 'vitest'
import { formatKindCount, formatTotalCount } from './open-item-counts.ts'

test('newcomers and jobs without bids are counted up to 100, all other kinds exactly', () => {
  const jobs = ['job without bids', 'jobs without bids'] as const
  assert.equal(formatKindCount('job_without_bids', 1, ...jobs), '1 job without bids')
  assert.equal(formatKindCount('job_without_bids', 100, ...jobs), '100 jobs without bids')
  assert.equal(formatKindCount('job_without_bids', 101, ...jobs), '100+ jobs without bids')
  assert.equal(formatKindCount('newcomer', 101, 'newcomer'), '100+ newcomers')
  assert.equal(formatKindCount('demo_request', 1200, 'demo request'), '1,200 demo requests')
})

test('the total is open-ended only if a kind exceeds the limit', () => {
  assert.equal(formatTotalCount(1203, new Map([['demo_request', 1200]])), '1,203')
  assert.equal(formatTotalCount(103, new Map([['newcomer', 100]])), '103')
  const bothCounts = new Map([
    ['newcomer', 101],
    ['job_without_bids', 101],
    ['demo_request', 3],
  ] as const)
  assert.equal(formatTotalCount(205, bothCounts), '203+')
})
