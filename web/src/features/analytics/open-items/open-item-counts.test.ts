import assert from 'node:assert/strict'
import { test } from 'vitest'
import { formatOpenItemCount } from './open-item-counts.ts'

test('newcomers and jobs without bids are counted up to 100, all other kinds exactly', () => {
  assert.equal(formatOpenItemCount('job_without_bids', 1), '1')
  assert.equal(formatOpenItemCount('job_without_bids', 100), '100')
  assert.equal(formatOpenItemCount('job_without_bids', 101), '100+')
  assert.equal(formatOpenItemCount('newcomer', 101), '100+')
  assert.equal(formatOpenItemCount('demo_request', 1200), '1,200')
})
