import assert from 'node:assert/strict'
import { test } from 'vitest'
import { explainClosedJob } from './closed-job.ts'

const open = { id: '1', budget: 500, is_deleted: false, awarded_at: null, can_bid: true, bids: [] }
const closed = { ...open, can_bid: false }

test('a job that takes bids is not closed', () => {
  assert.equal(explainClosedJob({ ...open, bids: [{ status: 'withdrawn' }] }), undefined)
})

test('a job that takes no bids from this contractor has a reason', () => {
  assert.match(explainClosedJob(null) ?? '', /awarded to another contractor, deleted or paused/)
  assert.equal(explainClosedJob({ ...closed, is_deleted: true }), 'This job was deleted.')
  assert.equal(
    explainClosedJob({ ...closed, awarded_at: '2026-01-01' }),
    'This job was awarded to another contractor.',
  )
  assert.equal(
    explainClosedJob({ ...closed, bids: [{ status: 'pending' }] }),
    'You already have a bid on this job.',
  )
  // Bidding is paused while the facility is banned, but contractors do not see why.
  assert.equal(
    explainClosedJob({ ...closed, bids: [{ status: 'withdrawn' }] }),
    'Bidding on this job is paused.',
  )
})
