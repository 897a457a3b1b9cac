import type { ListState } from '../../../lib/list-state.ts'
import { type Client, supabase } from '../../../lib/supabase.ts'
import { usePage } from '../../../lib/use-page.ts'
import { paymentStatusIn } from '../payment-status.ts'

export const pageSize = 10

const columns = `id, amount, status, reference, created_at, paid_at, refunded_at,
  job:jobs(id, title),
  payer:profiles!payments_payer_id_fkey(id, full_name, username, company_name)` as const

/** What is owed and was paid to this person. */
export function useMyPayments(userId: string, list: ListState) {
  return usePage({
    key: ['payments', 'to', userId],
    list,
    size: pageSize,
    ask: async (from, to) => ask(await supabase(), userId, list).range(from, to),
  })
}

function ask(client: Client, userId: string, { sort, filters }: ListState) {
  const status = paymentStatusIn(filters['status'])
  const query = client
    .from('payments')
    .select(columns, { count: 'exact' })
    .eq('payee_id', userId)
    .order(sort.by, { ascending: !sort.descending })
    .order('id')
  return status ? query.eq('status', status) : query
}

export type ReceivedPayment = NonNullable<ReturnType<typeof useMyPayments>['data']>['rows'][number]
