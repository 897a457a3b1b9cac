import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import type { TabCounts } from '#lib/list-tabs.ts'
import { supabase } from '#lib/supabase.ts'

export const bidCounts = (userId: string) =>
  queryOptions({ queryKey: ['bids', 'counts', userId], queryFn: readCounts })

const columns =
  'total_bids, pending_bids, awarded_bids, finished_bids, rejected_bids, withdrawn_bids' as const

/** The figures of the contractor who asks count them all at once; one by one each tab would be a request. */
async function readCounts(): Promise<TabCounts> {
  const client = await supabase()
  const row = dataOf(await client.from('dashboard_contractor_summary').select(columns).single())
  return {
    '': row.total_bids ?? 0,
    pending: row.pending_bids ?? 0,
    won: row.awarded_bids ?? 0,
    finished: row.finished_bids ?? 0,
    rejected: row.rejected_bids ?? 0,
    withdrawn: row.withdrawn_bids ?? 0,
  }
}
