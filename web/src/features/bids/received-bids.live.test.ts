import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkHistories, checkHistory, countReads, pageQuery } from '#testing-live-history.ts'
import type { Sort } from '#lib/lists/sort.ts'
import { findAffectedReceivedBidIds } from './affected-bids.ts'
import { applyBidChange } from './bids.queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const statuses = ['pending', 'accepted', 'rejected', 'withdrawn'] as const

interface BidRow {
  id: string
  amount: number
  status: string
  created_at: string
  job_id: string
}

interface View {
  status: string
  /** Whether the list shows only bids on one of the two jobs, as a search by title does. */
  isSearched: boolean
  sort: Sort
  page: number
}

function bidsPage({ status, isSearched, sort, page }: View) {
  return pageQuery({
    table: 'bids',
    page,
    sort,
    isListed: (bid: BidRow) =>
      (status === '' || bid.status === status) && (!isSearched || bid.job_id === '1'),
    valueOf: ({ amount, created_at: at }) => (sort.by === 'amount' ? amount : at),
    toListed: (bid) => ({ ...bid, job: { title: `Job ${bid.job_id}` } }),
    applyChange: (shown, change) => applyBidChange(shown, change, { filters: { status }, sort }),
    findAffectedIds: findAffectedReceivedBidIds,
    changeRow: (row, seed, id): BidRow | undefined => {
      if (row && seed % 7 === 0) return undefined
      if (row) return { ...row, status: statuses[seed % statuses.length] ?? 'pending' }
      const at = `2026-11-2${seed % 5}T12:00:00+00:00`
      return { id, amount: seed % 4, status: 'pending', created_at: at, job_id: String(seed % 2) }
    },
  })
}

const views = fc.record({
  status: fc.constantFrom('', ...statuses),
  isSearched: fc.boolean(),
  sort: fc.record({ by: fc.constantFrom('created_at', 'amount'), descending: fc.boolean() }),
  page: fc.constantFrom(1, 1, 2),
})

test('after any history of changes, cuts and overlapping reads, a page of bids equals a fresh read', async () => {
  await checkHistories(views.map(bidsPage))
}, 60_000)

const view = {
  status: '',
  isSearched: false,
  sort: { by: 'created_at', descending: true },
  page: 1,
}

test('a bid that is withdrawn while the new bid is read is shown as withdrawn', async () => {
  const placed = { id: 1, seed: 10 }
  const withdrawn = { id: 1, seed: 3 }
  const steps =
    'wait serve respond wait change deliver wait serve respond serve change deliver respond'
  await checkHistory(bidsPage(view), steps, [placed, withdrawn])
})

test('withdrawals and rejections need no read', async () => {
  const placed = [1, 2, 3, 4].map((id) => ({ id, seed: 10 + id }))
  const decided = [1, 2, 3, 4].map((id) => ({ id, seed: id % 2 ? 22 : 23 }))
  const reads = await countReads(bidsPage(view), placed)
  expect(await countReads(bidsPage(view), [...placed, ...decided])).toBe(reads)
})
