import { queryOptions } from '@tanstack/react-query'
import { Failure, readingsOf } from '../../../lib/errors/failure.ts'
import { type Client, supabase } from '../../../lib/supabase.ts'
import { conditionsOf, jobTabs } from './job-tabs.ts'

/** How many jobs each tab holds, by its name in the address. */
export const jobCounts = (userId: string) =>
  queryOptions({ queryKey: ['jobs', 'counts', userId], queryFn: () => countAll(userId) })

async function countAll(userId: string): Promise<Record<string, number>> {
  const client = await supabase()
  const counted = jobTabs.map(
    async ({ value }) => [value, await countIn(client, userId, value)] as const,
  )
  return Object.fromEntries(await Promise.all(counted))
}

async function countIn(client: Client, userId: string, tab: string) {
  let wanted = client
    .from('jobs')
    .select('id, pending:bids(id)', { count: 'exact', head: true })
    .eq('facility_id', userId)
    .eq('is_deleted', false)
    .eq('pending.status', 'pending')
  for (const condition of conditionsOf(tab)) wanted = wanted.filter(...condition)
  const { count, error, status } = await wanted
  if (error) throw new Failure({ ...readingsOf(error), status })
  return count ?? 0
}
