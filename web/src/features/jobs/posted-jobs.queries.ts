import { queryOptions } from '@tanstack/react-query'
import { readDashboard } from '#lib/my-dashboard.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import {
  activeTab,
  type Condition,
  countOf,
  type ListTab,
  type TabCounts,
} from '#lib/lists/list-tabs.ts'
import { usePageByIds } from '#lib/lists/page-by-ids.ts'
import { containsFilter } from '#lib/lists/search.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import type { Change } from '#lib/live/subjects.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { findAffectedJobIds } from './affected-jobs.ts'

export const postedJobsPageSize = 10

/** The maximum number of bids to read for each job. The list of all bids shows the remaining bids. */
const maxBidsPerJob = 100

const postedJobColumns = `
  id, title, description, budget, category, location, status, created_at, awarded_at, finished_at,
  awarded_contractor_id, bid_count, can_edit, can_delete,
  photos:job_photos(id, path),
  bids(id, amount, status, created_at, can_accept, can_chat,
    contractor:profiles(id, role, full_name, username, company_name, profile_picture))
` as const

export const postedJobSorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'budget', descending: true, label: 'Highest budget' },
  { by: 'budget', descending: false, label: 'Lowest budget' },
  { by: 'title', descending: false, label: 'Title' },
]

/** Reads the jobs that a facility posted, each with its bids. Deleted jobs are left out. */
export function usePostedJobs(userId: string, list: ListState, size: number) {
  return usePageByIds({
    key: ['jobs', 'posted', userId],
    list,
    size,
    fetchIds: async (from, to) =>
      selectPostedJobIds(await supabase(), userId, list).range(from, to),
    fetchRows: async (ids) => {
      const client = await supabase()
      const { data, ...response } = await selectPostedJobs(client, ids)
      const jobs = data && (await Promise.all(data.map((job) => withBidCount(client, job))))
      return { ...response, data: jobs }
    },
    applyChange: (page, change) => (isUnaffected(page.rows, change) ? page : undefined),
    findAffectedIds: (_, change) => findAffectedJobIds(change),
  })
}

interface JobWithChats {
  id: string
  bids: { can_chat: boolean | null; contractor: { id: string } | null }[]
}

/** Returns whether a change leaves the jobs as they are. Only a contractor's first message opens a chat. */
function isUnaffected(jobs: readonly JobWithChats[], { table, event, row }: Change) {
  if (table !== 'messages') return false
  if (event !== 'INSERT') return true
  const bids = jobs.find(({ id }) => id === row['job_id'])?.bids ?? []
  const isBySender = ({ contractor }: JobWithChats['bids'][number]) =>
    contractor === null || contractor.id === row['sender_id']
  return bids.every((bid) => bid.can_chat || !isBySender(bid))
}

function selectPostedJobIds(client: Client, userId: string, { filters, sort }: ListState) {
  const { tab, q = '', job = '' } = filters
  let query = client
    .from('jobs')
    .select('id, pending:bids()', { count: 'exact' })
    .eq('facility_id', userId)
    .eq('is_deleted', false)
    .eq('pending.status', 'pending')
  for (const condition of activeTab(jobTabs, tab).conditions) query = query.filter(...condition)
  if (q) query = query.or(containsFilter(['title'], q))
  if (job) query = query.eq('id', job)
  return query.order(sort.by, { ascending: !sort.descending }).order('id')
}

function selectPostedJobs(client: Client, ids: string[]) {
  return client
    .from('jobs')
    .select(postedJobColumns)
    .in('id', ids)
    .order('position', { referencedTable: 'photos' })
    .order('id', { referencedTable: 'photos' })
    .order('status', { referencedTable: 'bids' })
    .order('amount', { referencedTable: 'bids' })
    .limit(maxBidsPerJob, { referencedTable: 'bids' })
}

/** Adds the number of all bids. If fewer bids than the limit were read, there are no other bids to count. */
async function withBidCount<Job extends { id: string; bids: unknown[] }>(client: Client, job: Job) {
  const { id, bids } = job
  return {
    ...job,
    total_bids: bids.length < maxBidsPerJob ? bids.length : await countBids(client, id),
  }
}

async function countBids(client: Client, jobId: string) {
  const bids = client.from('bids').select('id', { count: 'exact', head: true })
  return countOf(await bids.eq('job_id', jobId))
}

type PostedJobRows = NonNullable<ReturnType<typeof usePostedJobs>['data']>['rows']
export type PostedJob = PostedJobRows[number]

const isActive: Condition = ['status', 'eq', 'open']
const isBiddable: Condition = ['is_biddable', 'is', 'true']

export const jobTabs: readonly [ListTab, ...ListTab[]] = [
  { value: '', label: 'All', conditions: [] },
  { value: 'active', label: 'Active', conditions: [isActive] },
  { value: 'open', label: 'Open', conditions: [isBiddable] },
  {
    value: 'review',
    label: 'To review',
    conditions: [isBiddable, ['pending', 'not.is', 'null']],
  },
  { value: 'awarded', label: 'Awarded', conditions: [isActive, ['awarded_at', 'not.is', 'null']] },
  { value: 'finished', label: 'Finished', conditions: [['status', 'eq', 'finished']] },
]

export const jobCounts = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'job-counts', userId],
    queryFn: afterJoin(readJobCounts),
  })

async function readJobCounts(): Promise<TabCounts> {
  const { job_counts: counts } = await readDashboard()
  return { ...counts, '': counts?.['all'] ?? 0 }
}
