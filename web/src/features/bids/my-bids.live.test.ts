import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patchData } from '#lib/live/apply-change.ts'
import { checkHistories, countReads, type LiveQuery } from '#testing-live-history.ts'
import { applyPaymentOfJob } from './my-bids.queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

interface PaymentRow {
  id: string
  job_id: string | null
  status: string
}

/** The contractor has two bids on job 1 and one bid on each of jobs 2 and 3. */
const jobIds = ['1', '1', '2', '3']

function readFresh(payments: PaymentRow[]) {
  const rows = jobIds.map((id) => {
    const payment = payments.find(({ job_id: jobId }) => jobId === id)
    return { job: { id, payments: payment ? { status: payment.status } : null } }
  })
  return { rows, total: rows.length, hasMore: false, page: 1, view: '' }
}

/** Payments with a higher id than 5 are for consultations. */
const ownBids: LiveQuery<ReturnType<typeof readFresh>, PaymentRow> = {
  table: 'payments',
  queryFn: async (_, read) => readFresh((await read()).rows),
  makeApplyChange: () => patchData(applyPaymentOfJob),
  readFresh,
  changeRow: (row, seed, id) => {
    if (row && seed % 5 === 0) return undefined
    const status = seed % 2 ? 'paid' : 'refunded'
    return { id, job_id: Number(id) > 5 ? null : id, status: row ? status : 'pending' }
  },
}

test('after any history of changes, cuts and overlapping reads, the payments of own bids equal a fresh read', async () => {
  await checkHistories(fc.constant(ownBids))
}, 60_000)

test('new and recorded payments need no read', async () => {
  const changes = [
    { id: 1, seed: 1 },
    { id: 1, seed: 1 },
    { id: 7, seed: 1 },
    { id: 4, seed: 1 },
  ]
  expect(await countReads(ownBids, changes)).toBe(0)
})
