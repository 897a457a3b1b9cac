import { expect, test } from 'vitest'
import { findAffectedOwnBidIds, findAffectedReceivedBidIds } from './affected-bids.ts'

const ownBids = [
  { id: 'old', job: { id: '1' } },
  { id: 'other', job: { id: '2' } },
]

test('a change of an own bid affects the older bids on its job', () => {
  const change = { table: 'bids', row: { id: 'new', job_id: '1' } }
  expect(findAffectedOwnBidIds(ownBids, change)).toEqual(['old', 'new'])
})

test('a change of a job or its payment affects the own bids on this job', () => {
  const job = { table: 'jobs', row: { id: '2' } }
  const payment = { table: 'payments', row: { id: '1', job_id: '2' } }
  expect(findAffectedOwnBidIds(ownBids, job)).toEqual(['other'])
  expect(findAffectedOwnBidIds(ownBids, payment)).toEqual(['other'])
})

test('a change without the job of the bid does not tell which bids it affects', () => {
  expect(findAffectedOwnBidIds(ownBids, { table: 'bids', row: { id: 'old' } })).toBeUndefined()
  expect(findAffectedOwnBidIds(ownBids, { table: 'messages', row: { id: '1' } })).toBeUndefined()
})

test('a change of a received bid affects only this bid, and a change of its job affects all bids on it', () => {
  const bids = [
    { id: 'a', job_id: '1' },
    { id: 'b', job_id: '1' },
    { id: 'c', job_id: '2' },
  ]
  const bid = { table: 'bids', row: { id: 'a', job_id: '1' } }
  expect(findAffectedReceivedBidIds(bids, bid)).toEqual(['a'])
  expect(findAffectedReceivedBidIds(bids, { table: 'jobs', row: { id: '1' } })).toEqual(['a', 'b'])
})
