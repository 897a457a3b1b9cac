import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkHistories, countReads, pageQuery } from '#testing-live-history.ts'
import type { Sort } from '#lib/lists/sort.ts'
import { applyPaymentChange } from './payments.queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const statuses = ['pending', 'paid', 'refunded', 'void'] as const

interface PaymentRow {
  id: string
  amount: number
  status: string
  reference: string | null
  paid_at: string | null
  refunded_at: string | null
  status_at: string
}

interface View {
  side: 'payer_id' | 'payee_id'
  /** The list shows only payments with this status, or without it if `isPast`. */
  status: string
  isPast: boolean
  sort: Sort
  page: number
}

function paymentsPage({ side, status, isPast, sort, page }: View) {
  const condition = ['status', isPast ? 'neq' : 'eq', status] as const
  return pageQuery({
    table: 'payments',
    page,
    sort,
    isListed: (payment: PaymentRow) => status === '' || (payment.status === status) !== isPast,
    valueOf: ({ amount, status_at: at }) => (sort.by === 'amount' ? amount : at),
    toListed: (payment) => ({
      ...payment,
      can_record: side === 'payer_id' && payment.status === 'pending',
      job: { title: `Job of ${payment.id}` },
    }),
    applyChange: (shown, change) =>
      applyPaymentChange(shown, change, { side, conditions: status ? [condition] : [], sort }),
    // More changes are possible here than in the database, so that rows also come back.
    changeRow: (row, seed, id) => (row && seed % 7 === 0 ? undefined : paymentFrom(row, seed, id)),
  })
}

function paymentFrom(row: PaymentRow | undefined, seed: number, id: string): PaymentRow {
  const at = `2026-11-2${seed % 5}T12:00:00+00:00`
  const status = statuses[(row ? seed : 0) % statuses.length] ?? 'pending'
  return {
    id,
    amount: row?.amount ?? seed % 4,
    status,
    reference: status === 'paid' ? `Check ${seed % 100}` : null,
    paid_at: status === 'paid' ? at : null,
    refunded_at: status === 'refunded' ? at : null,
    status_at: seed % 3 === 0 && row ? row.status_at : at,
  }
}

const views = fc.record({
  side: fc.constantFrom('payer_id' as const, 'payee_id' as const),
  status: fc.constantFrom('', ...statuses),
  isPast: fc.boolean(),
  sort: fc.record({ by: fc.constantFrom('status_at', 'amount'), descending: fc.boolean() }),
  page: fc.constantFrom(1, 1, 2),
})

test('after any history of changes, cuts and overlapping reads, a page of payments equals a fresh read', async () => {
  await checkHistories(views.map(paymentsPage))
}, 60_000)

const newestFirst = { by: 'status_at', descending: true }

test('a recorded payment moves within the list without another read', async () => {
  const all = { side: 'payee_id', status: '', isPast: false, sort: newestFirst, page: 1 } as const
  const created = [1, 2, 3].map((id) => ({ id, seed: 10 + id }))
  const recorded = [{ id: 1, seed: 25 }]
  const reads = await countReads(paymentsPage(all), created)
  expect(await countReads(paymentsPage(all), [...created, ...recorded])).toBe(reads)
})

test('a recorded payment leaves the payments due without another read', async () => {
  const due = {
    side: 'payer_id',
    status: 'pending',
    isPast: false,
    sort: newestFirst,
    page: 1,
  } as const
  const created = [1, 2, 3].map((id) => ({ id, seed: 10 + id }))
  const recorded = [1, 2, 3].map((id) => ({ id, seed: 25 }))
  const reads = await countReads(paymentsPage(due), created)
  expect(await countReads(paymentsPage(due), [...created, ...recorded])).toBe(reads)
})
