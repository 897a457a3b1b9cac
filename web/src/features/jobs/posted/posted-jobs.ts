import { rowsOfKeys } from '#lib/keys-first.ts'
import type { ListState } from '#lib/list-state.ts'
import { countIn, tabIn } from '#lib/list-tabs.ts'
import { anyContains } from '#lib/any-contains.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'
import { jobTabs } from './job-tabs.ts'

export const postedJobsSize = 10

/** A job shows that many of its bids at most; the list of all bids has the rest. */
const mostBids = 100

const columns = `
  id, title, description, budget, category, location, status, created_at, awarded_at, finished_at,
  awarded_contractor_id, bid_count, can_edit, can_delete,
  photos:job_photos(id, path),
  bids(id, amount, status, created_at, can_accept, can_chat,
    contractor:profiles(id, role, full_name, username, company_name, profile_picture))
` as const

/** The jobs of a facility that are not deleted, each with its bids. */
export function usePostedJobs(userId: string, list: ListState) {
  return usePage({
    key: ['jobs', 'posted', userId],
    list,
    size: postedJobsSize,
    ask: async (from, to) => {
      const client = await supabase()
      const keys = await askKeys(client, userId, list).range(from, to)
      const answer = await rowsOfKeys(keys, (ids) => askRows(client, ids))
      return {
        ...answer,
        data: await Promise.all(answer.data.map((job) => withTotal(client, job))),
      }
    },
  })
}

function askKeys(client: Client, userId: string, { filters, sort }: ListState) {
  const { tab, q = '', job = '' } = filters
  let wanted = client
    .from('jobs')
    .select('id, pending:bids()', { count: 'exact' })
    .eq('facility_id', userId)
    .eq('is_deleted', false)
    .eq('pending.status', 'pending')
  for (const condition of tabIn(jobTabs, tab).conditions) wanted = wanted.filter(...condition)
  if (q) wanted = wanted.or(anyContains(['title'], q))
  if (job) wanted = wanted.eq('id', job)
  return wanted.order(sort.by, { ascending: !sort.descending }).order('id')
}

function askRows(client: Client, ids: string[]) {
  return client
    .from('jobs')
    .select(columns)
    .in('id', ids)
    .order('created_at', { referencedTable: 'photos' })
    .order('status', { referencedTable: 'bids' })
    .order('amount', { referencedTable: 'bids' })
    .limit(mostBids, { referencedTable: 'bids' })
}

/** With how many bids there are in all. */
async function withTotal<Job extends { id: string; bids: unknown[] }>(client: Client, job: Job) {
  const { id, bids } = job
  return { ...job, total_bids: bids.length < mostBids ? bids.length : await countBids(client, id) }
}

async function countBids(client: Client, jobId: string) {
  const all = client.from('bids').select('id', { count: 'exact', head: true })
  return countIn(await all.eq('job_id', jobId))
}

type Rows = NonNullable<ReturnType<typeof usePostedJobs>['data']>['rows']
export type PostedJob = Rows[number]
