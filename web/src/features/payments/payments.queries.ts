import { usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import type { Condition } from '#lib/lists/list-tabs.ts'
import { supabase } from '#lib/supabase.ts'

export const paymentsPageSize = 10

const columns = `
  id, amount, status, reference, created_at, paid_at, refunded_at, status_at, can_record,
  job:jobs(id, title), consultation:consultations(title),
  payer:profiles!payments_payer_id_fkey(id, role, full_name, username, company_name),
  payee:profiles!payments_payee_id_fkey(id, role, full_name, username, company_name)
` as const

interface PaymentsQuery {
  userId: string
  /** The column that contains the user's id. */
  side: 'payer_id' | 'payee_id'
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
  })
}

type Rows = NonNullable<ReturnType<typeof usePayments>['data']>['rows']
export type Payment = Rows[number]

interface Purpose {
  job: { title: string } | null
  consultation: { title: string | null } | null
}

/** Returns the title of the job or the consultation that the payment is for. */
export function purposeOf({ job, consultation }: Purpose): string {
  return job?.title ?? consultation?.title ?? ''
}
