import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

const fiveMinutes = 300_000

/** What is open right now, and which day it is where days are counted: that one turns without any news. */
export const liveFigures = queryOptions({
  queryKey: ['analytics', 'platform', 'live'],
  queryFn: readLiveFigures,
  refetchInterval: fiveMinutes,
})

async function readLiveFigures() {
  const client = await supabase()
  const row = dataOf(await client.from('admin_live_metrics').select('*').single())
  return {
    openJobs: row.open_jobs ?? 0,
    pendingBids: row.pending_bids ?? 0,
    today: row.today ?? '',
  }
}
