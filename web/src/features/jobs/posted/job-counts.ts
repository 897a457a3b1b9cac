import { queryOptions } from '@tanstack/react-query'
import { countTabs } from '#lib/list-tabs.ts'
import { supabase } from '#lib/supabase.ts'
import { jobTabs } from './job-tabs.ts'

export const jobCounts = (userId: string) =>
  queryOptions({ queryKey: ['jobs', 'counts', userId], queryFn: () => countJobs(userId) })

async function countJobs(userId: string) {
  const client = await supabase()
  return countTabs(jobTabs, (conditions) => {
    let wanted = client
      .from('jobs')
      .select('pending:bids()', { count: 'exact', head: true })
      .eq('facility_id', userId)
      .eq('is_deleted', false)
      .eq('pending.status', 'pending')
    for (const condition of conditions) wanted = wanted.filter(...condition)
    return wanted
  })
}
