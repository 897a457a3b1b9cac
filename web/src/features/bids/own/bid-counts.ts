import { queryOptions } from '@tanstack/react-query'
import { countTabs } from '../../../lib/list-tabs.ts'
import { supabase } from '../../../lib/supabase.ts'
import { bidTabs } from './bid-tabs.ts'

export const bidCounts = (userId: string) =>
  queryOptions({ queryKey: ['bids', 'counts', userId], queryFn: () => countBids(userId) })

async function countBids(userId: string) {
  const client = await supabase()
  return countTabs(bidTabs, (conditions) => {
    let wanted = client
      .from('bids')
      .select('job:jobs()', { count: 'exact', head: true })
      .eq('contractor_id', userId)
    for (const condition of conditions) wanted = wanted.filter(...condition)
    return wanted
  })
}
