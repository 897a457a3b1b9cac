import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyClosed } from './closed-job.ts'

const open = { id: '1', budget: 500, is_deleted: false, awarded_at: null, can_bid: true, bids: [] }
const closed = { ...open, can_bid: false }

test('a job that takes a bid is not closed', () => {
  assert.equal(whyClosed({ ...open, bids: [{ status: 'withdrawn' }] }), undefined)
})

test('a job says why it takes no bid of this person', () => {
  assert.match(whyClosed(null) ?? '', /given to another contractor, deleted, or paused/)
  assert.equal(whyClosed({ ...closed, is_deleted: true }), 'This job was deleted.')
  assert.equal(
    whyClosed({ ...closed, awarded_at: '2026-01-01' }),
    'This job was given to another contractor.',
  )
  assert.equal(
    whyClosed({ ...closed, bids: [{ status: 'pending' }] }),
    'You already have a bid on this job.',
  )
  // Its facility is suspended; nobody is told.
  assert.equal(
    whyClosed({ ...closed, bids: [{ status: 'withdrawn' }] }),
    'This job takes no bids at the moment.',
  )
})
