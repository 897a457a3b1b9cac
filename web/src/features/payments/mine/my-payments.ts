import type { ListState } from '../../../lib/list-state.ts'
import { supabase } from '../../../lib/supabase.ts'
import { usePage } from '../../../lib/use-page.ts'

export const paymentsSize = 10

const columns = `
  id, amount, status, created_at, paid_at, refunded_at, reference, can_record,
  payee:profiles!payments_payee_id_fkey(id, full_name, username, company_name),
  job:jobs(title)
` as const

/** What this person owes and has paid. */
export function useMyPayments(userId: string, list: ListState) {
  return usePage({
    key: ['payments', 'mine', userId],
    list,
    size: paymentsSize,
    ask: async (from, to) => {
      const { filters, sort } = list
      const client = await supabase()
      const mine = client
        .from('payments')
        .select(columns, { count: 'exact' })
        .eq('payer_id', userId)
      const wanted =
        filters['state'] === 'past' ? mine.neq('status', 'pending') : mine.eq('status', 'pending')
      return wanted.order(sort.by, { ascending: !sort.descending }).order('id').range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useMyPayments>['data']>['rows']
export type MyPayment = Rows[number]
