import { expect, test } from 'vitest'
import { findAffectedOwnBidIds } from './affected-rows.ts'

test('a change affects the bids that show the same job', () => {
  const bids = [
    { id: 'old', job: { id: '1' } },
    { id: 'new', job: { id: '1' } },
    { id: 'other', job: { id: '2' } },
  ]
  const ofBid = { table: 'bids', row: { id: 'new', job_id: '1' } }
  const ofJob = { table: 'jobs', row: { id: '2' } }
  expect(new Set(findAffectedOwnBidIds(bids, ofBid))).toEqual(new Set(['old', 'new']))
  expect(findAffectedOwnBidIds(bids, ofJob)).toEqual(['other'])
})
