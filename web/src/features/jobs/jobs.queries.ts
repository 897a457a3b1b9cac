import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { signedUrls } from '#lib/files/signed-urls.ts'
import { fetchRowsByKeys, keysFromSearch, usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import {
  activeTab,
  type Condition,
  countOf,
  countTabs,
  type ListTab,
} from '#lib/lists/list-tabs.ts'
import { containsFilter } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import type { Database } from '../../../../contract/database.ts'
import { photoPollDelayMs } from './photo-poll-delay.ts'

export const postedJobsPageSize = 10

/** The list of all bids has the rest. */
const maxBidsPerJob = 100

const postedJobColumns = `
  id, title, description, budget, category, location, status, created_at, awarded_at, finished_at,
  awarded_contractor_id, bid_count, can_edit, can_delete,
  photos:job_photos(id, path),
  bids(id, amount, status, created_at, can_accept, can_chat,
    contractor:profiles(id, role, full_name, username, company_name, profile_picture))
` as const

/** The jobs that a facility posted, without deleted ones, each with its bids. */
export function usePostedJobs(userId: string, list: ListState) {
  return usePage({
    key: ['jobs', 'posted', userId],
    list,
    size: postedJobsPageSize,
    ask: async (from, to) => {
      const client = await supabase()
      const keys = await selectPostedJobKeys(client, userId, list).range(from, to)
      const page = await fetchRowsByKeys(keys, (ids) => selectPostedJobs(client, ids))
      const data = await Promise.all(page.data.map((job) => withBidCount(client, job)))
      return { ...page, data }
    },
  })
}

function selectPostedJobKeys(client: Client, userId: string, { filters, sort }: ListState) {
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
    .order('created_at', { referencedTable: 'photos' })
    .order('status', { referencedTable: 'bids' })
    .order('amount', { referencedTable: 'bids' })
    .limit(maxBidsPerJob, { referencedTable: 'bids' })
}

/** Adds the number of all bids on the job. */
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
const isNotAwarded: Condition = ['awarded_at', 'is', 'null']

/** The tabs of "Your Posted Jobs". */
export const jobTabs: readonly [ListTab, ...ListTab[]] = [
  { value: '', label: 'All', conditions: [] },
  { value: 'active', label: 'Active', conditions: [isActive] },
  { value: 'open', label: 'Open', conditions: [isActive, isNotAwarded] },
  {
    value: 'judge',
    label: 'Bids to judge',
    conditions: [isActive, isNotAwarded, ['pending', 'not.is', 'null']],
  },
  { value: 'awarded', label: 'Awarded', conditions: [isActive, ['awarded_at', 'not.is', 'null']] },
  { value: 'finished', label: 'Finished', conditions: [['status', 'eq', 'finished']] },
]

export const jobCounts = (userId: string) =>
  queryOptions({ queryKey: ['jobs', 'counts', userId], queryFn: () => countJobs(userId) })

async function countJobs(userId: string) {
  const client = await supabase()
  return countTabs(jobTabs, (conditions) => {
    let query = client
      .from('jobs')
      .select('pending:bids()', { count: 'exact', head: true })
      .eq('facility_id', userId)
      .eq('is_deleted', false)
      .eq('pending.status', 'pending')
    for (const condition of conditions) query = query.filter(...condition)
    return query
  })
}

export const availableJobsPageSize = 10

/** The jobs that are open for bids, for contractors. */
export function useAvailableJobs(list: ListState) {
  return usePage({
    key: ['jobs', 'available'],
    list,
    size: availableJobsPageSize,
    ask: async (from) => readAvailableJobs(await supabase(), list, from),
    // Contractors get no live changes of other contractors' bids, so the bid counts are polled.
    every: 30_000,
  })
}

/**
 * Reads the keys of a list page first, then its rows. One query would compute the view's columns for all rows before the
 * page as well. The procedure that finds the keys also knows the total.
 */
async function readAvailableJobs(client: Client, { sort, filters }: ListState, from: number) {
  const { search = '', category = '', budget = '' } = filters
  const { min, max } = parseBudgetRange(budget)
  const searchArgs = {
    query: search,
    ...(category ? { category } : {}),
    ...(min ? { budget_from: min } : {}),
    ...(max ? { budget_to: max } : {}),
    by_budget: sort.by === 'budget',
    descending: sort.descending,
    skip: from,
    size: availableJobsPageSize,
  }
  const found = await client.rpc('find_available_jobs', searchArgs, { get: true })
  // A job that was awarded between the two requests is left out.
  return fetchRowsByKeys(keysFromSearch(found), async (ids) => {
    const { data, ...answer } = await client
      .from('dashboard_available_jobs')
      .select('*')
      .in('id', ids)
    return { ...answer, data: (data ?? []).map(toAvailableJob) }
  })
}

type ViewRow = Database['public']['Views']['dashboard_available_jobs']['Row']

/** The generated types allow null in every column of a view. These columns are never null. */
function toAvailableJob(row: ViewRow) {
  return {
    id: row.id ?? '',
    title: row.title ?? '',
    description: row.description ?? '',
    category: row.category ?? '',
    location: row.location ?? '',
    budget: row.budget ?? 0,
    createdAt: row.created_at ?? '',
    facilityName: row.facility_name ?? '',
    bidCount: row.bid_count ?? 0,
    myBidStatus: row.my_bid_status ?? '',
    canBid: row.can_bid ?? false,
  }
}

export type AvailableJob = ReturnType<typeof toAvailableJob>

/** The budget filter. The values are in the address: "1000-5000". */
export const budgetRanges = [
  { value: '', label: 'Any budget' },
  { value: '0-1000', label: 'Up to $1,000' },
  { value: '1000-5000', label: '$1,000 to $5,000' },
  { value: '5000-20000', label: '$5,000 to $20,000' },
  { value: '20000-', label: '$20,000 and more' },
]

function parseBudgetRange(text: string) {
  const [min = '', max = ''] = text.split('-')
  return { min: Number(min), max: Number(max) }
}

/** The names of the job categories, in display order. */
export const categories = queryOptions({
  queryKey: ['jobs', 'categories'],
  queryFn: readCategories,
  staleTime: Infinity,
})

async function readCategories() {
  const client = await supabase()
  const rows = dataOf(await client.from('job_categories').select('name').order('position'))
  return rows.map(({ name }) => name)
}

interface JobWithPhotos {
  id: string
  createdAt: string
}

/** Returns a function that gives the photo URLs of each job, in their order. */
export function useJobPhotos(jobs: readonly JobWithPhotos[]): (jobId: string) => string[] {
  const newestAt = jobs
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1)
  const jobIds = jobs.map(({ id }) => id)
  const { data: photos } = useQuery(jobPhotos(jobIds, newestAt))
  const paths = [...(photos?.values() ?? [])].flat().map(({ path }) => path)
  const { data: urls } = useQuery(signedUrls(paths))
  return (jobId) => (photos?.get(jobId) ?? []).flatMap(({ path }) => urls?.get(path) ?? [])
}

/** The paths of the photos, by job. They are polled, because photos are added after their job without a live change. */
const jobPhotos = (jobIds: readonly string[], newestAt: string | undefined) =>
  queryOptions({
    queryKey: ['jobs', 'photos', jobIds],
    queryFn: () => readPhotos(jobIds),
    enabled: jobIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: () => photoPollDelayMs(newestAt ? Date.parse(newestAt) : 0, Date.now()),
  })

/** Polls may be answered by a replica up to 2 seconds old, because the next poll finds the rest. */
const allowReplica = 'max-stale=2'

async function readPhotos(jobIds: readonly string[]) {
  const client = await supabase()
  const query = client
    .from('job_photos')
    .select('job_id, path')
    .in('job_id', [...jobIds])
    .setHeader('Cache-Control', allowReplica)
  const rows = dataOf(await query.order('created_at').order('id'))
  return Map.groupBy(rows, ({ job_id: jobId }) => jobId)
}
