import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** The figures of the contractor who asks: how the bids went, and what was earned. */
export const contractorSummary = queryOptions({
  queryKey: ['analytics', 'contractor-summary'],
  queryFn: readSummary,
})

async function readSummary() {
  const client = await supabase()
  const row = dataOf(await client.from('dashboard_contractor_summary').select('*').single())
  return {
    total: row.total_bids ?? 0,
    won: row.awarded_bids ?? 0,
    winRate: row.win_rate ?? 0,
    pending: row.pending_bids ?? 0,
    finished: row.finished_bids ?? 0,
    due: row.amount_due ?? 0,
    paid: row.amount_paid ?? 0,
  }
}
