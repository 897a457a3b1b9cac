import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dataOrNull } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { type ListPage, usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import type { Condition } from '#lib/lists/list-tabs.ts'
import { patchPage } from '#lib/lists/patch-page.ts'
import type { Sort } from '#lib/lists/sort.ts'
import type { Change } from '#lib/live/subjects.ts'
import { supabase } from '#lib/supabase.ts'

export const paymentsPageSize = 10

const columns = `
  id, amount, status, reference, created_at, paid_at, refunded_at, status_at, can_record,
  job:jobs(id, title), consultation:consultations(title),
  payer:profiles!payments_payer_id_fkey(id, role, full_name, username, company_name),
  payee:profiles!payments_payee_id_fkey(id, role, full_name, username, company_name)
` as const

type Side = 'payer_id' | 'payee_id'

interface PaymentsQuery {
  userId: string
  /** The column that contains the user's id. */
  side: Side
  list: ListState
  conditions: readonly Condition[]
}

/** Reads the payments that the user makes or receives, depending on `side`. */
export function usePayments({ userId, side, list, conditions }: PaymentsQuery) {
  return usePage({
    key: ['payments', side, userId],
    list,
    size: paymentsPageSize,
    ask: async (from, to) => {
      const client = await supabase()
      let query = client.from('payments').select(columns, { count: 'exact' }).eq(side, userId)
      for (const condition of conditions) query = query.filter(...condition)
      const { by, descending } = list.sort
      return query.order(by, { ascending: !descending }).order('id').range(from, to)
    },
    applyChange: (page, change) =>
      applyPaymentChange(page, change, { side, conditions, sort: list.sort }),
  })
}

type Rows = NonNullable<ReturnType<typeof usePayments>['data']>['rows']
export type Payment = Rows[number]

export const jobPaymentKey = (jobId: string) => ['payments', 'of-job', jobId]

/** Reads the payment for a job. The result is null before the job is finished, and if the user may not see it. */
export const jobPayment = (jobId: string) =>
  queryOptions({
    queryKey: jobPaymentKey(jobId),
    queryFn: afterJoin(() => readJobPayment(jobId)),
  })

async function readJobPayment(jobId: string) {
  const client = await supabase()
  return dataOrNull(await client.from('payments').select(columns).eq('job_id', jobId).maybeSingle())
}

/** The columns of the table that the list shows. */
const eventColumns = z.object({
  amount: z.number(),
  status: z.string(),
  reference: z.nullable(z.string()),
  paid_at: z.nullable(z.string()),
  refunded_at: z.nullable(z.string()),
  status_at: z.nullable(z.string()),
})

interface ChangingPayment extends z.infer<typeof eventColumns> {
  id: string
  can_record: boolean | null
}

interface PaymentsRule {
  side: Side
  conditions: readonly Condition[]
  sort: Sort
}

/** Applies the change of a payment. Its parties and its subject never change. */
export function applyPaymentChange<Row extends ChangingPayment>(
  page: ListPage<Row>,
  change: Change,
  { side, conditions, sort }: PaymentsRule,
) {
  if (change.table !== 'payments') return undefined
  return patchPage(page, change, {
    conditions,
    sort,
    sortValue: (payment, column) =>
      column === 'amount' ? payment.amount : (payment.status_at ?? ''),
    merge: (payment, row) => {
      const { data } = eventColumns.safeParse(row)
      // After a change of the status, only the database knows whether the payer can record the payment.
      const isUncertain = side === 'payer_id' && data?.status !== payment.status
      return data && !isUncertain ? { ...payment, ...data } : undefined
    },
  })
}

interface Purpose {
  job: { title: string } | null
  consultation: { title: string | null } | null
}

/** Returns the title of the job or the consultation that the payment is for. */
export function purposeOf({ job, consultation }: Purpose): string {
  return job?.title ?? consultation?.title ?? ''
}
