import { keysFound, rowsOfKeys } from '#lib/keys-first.ts'
import type { ListState } from '#lib/list-state.ts'
import { type Condition, countIn, countTabs, type ListTab, tabIn } from '#lib/list-tabs.ts'
import { anyContains } from '#lib/any-contains.ts'
import { supabase, type Client } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Database } from '../../../../contract/database.ts'
import { dataOf } from '#lib/errors/failure.ts'
import { untilNextLook } from './photo-poll-delay.ts'
import { signedLinks } from '#lib/files/signed-links.ts'

export const postedJobsSize = 10

/** A job shows that many of its bids at most; the list of all bids has the rest. */
const maxBidsPerJob = 100

const postedJobColumns = `
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
      const keys = await selectPostedJobKeys(client, userId, list).range(from, to)
      const answer = await rowsOfKeys(keys, (ids) => selectPostedJobs(client, ids))
      return {
        ...answer,
        data: await Promise.all(answer.data.map((job) => withBidCount(client, job))),
      }
    },
  })
}

function selectPostedJobKeys(client: Client, userId: string, { filters, sort }: ListState) {
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

/** With how many bids there are in all. */
async function withBidCount<Job extends { id: string; bids: unknown[] }>(client: Client, job: Job) {
  const { id, bids } = job
  return {
    ...job,
    total_bids: bids.length < maxBidsPerJob ? bids.length : await countBids(client, id),
  }
}

async function countBids(client: Client, jobId: string) {
  const all = client.from('bids').select('id', { count: 'exact', head: true })
  return countIn(await all.eq('job_id', jobId))
}

type PostedJobRows = NonNullable<ReturnType<typeof usePostedJobs>['data']>['rows']
export type PostedJob = PostedJobRows[number]

const isActive: Condition = ['status', 'eq', 'open']
const isNotAwarded: Condition = ['awarded_at', 'is', 'null']

/** The parts of "Your Posted Jobs". */
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

export const pageSize = 10

/** Jobs that are open for bids, as the view for contractors has them. */
export function useAvailableJobs(list: ListState) {
  return usePage({
    key: ['jobs', 'available'],
    list,
    size: pageSize,
    ask: async (from) => readAvailableJobs(await supabase(), list, from),
    // Of the bids of others nobody is told; how many there are is seen all the same.
    every: 30_000,
  })
}

/**
 * The keys of a page first, then its rows: what the view computes of a row would be computed of all the rows
 * before it as well. The keys are found by a procedure, which also knows how many there are.
 */
async function readAvailableJobs(client: Client, { sort, filters }: ListState, from: number) {
  const { search = '', category = '', budget = '' } = filters
  const { least, most } = budgetRange(budget)
  const wanted = {
    query: search,
    ...(category ? { category } : {}),
    ...(least ? { budget_from: least } : {}),
    ...(most ? { budget_to: most } : {}),
    by_budget: sort.by === 'budget',
    descending: sort.descending,
    skip: from,
    size: pageSize,
  }
  const found = await client.rpc('find_available_jobs', wanted, { get: true })
  // One that was given away between the two questions is left out.
  return rowsOfKeys(keysFound(found), async (ids) => {
    const { data, ...answer } = await client
      .from('dashboard_available_jobs')
      .select('*')
      .in('id', ids)
    return { ...answer, data: (data ?? []).map(toAvailableJob) }
  })
}

type AvailableJobRow = Database['public']['Views']['dashboard_available_jobs']['Row']

/** No column of a view is promised to be there; these are. */
function toAvailableJob(row: AvailableJobRow) {
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

/** What a budget is looked for by, as it stands in the address: "1000-5000". */
export const budgetRanges = [
  { value: '', label: 'Any budget' },
  { value: '0-1000', label: 'Up to $1,000' },
  { value: '1000-5000', label: '$1,000 to $5,000' },
  { value: '5000-20000', label: '$5,000 to $20,000' },
  { value: '20000-', label: '$20,000 and more' },
]

function budgetRange(text: string) {
  const [least = '', most = ''] = text.split('-')
  return { least: Number(least), most: Number(most) }
}

/** The kinds of work, in their order. */
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

/** Where the photos of these jobs lie, by job. Those of a new one come a moment after it, and nothing tells of them. */
const jobPhotos = (jobIds: readonly string[], newestAt: string | undefined) =>
  queryOptions({
    queryKey: ['jobs', 'photos', jobIds],
    queryFn: () => readPhotos(jobIds),
    enabled: jobIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: () => untilNextLook(newestAt ? Date.parse(newestAt) : 0, Date.now()),
  })

/** In seconds. At a pace and after no news: what a replica has is good enough, and the next look finds the rest. */
const mayBeOld = 'max-stale=2'

async function readPhotos(jobIds: readonly string[]) {
  const client = await supabase()
  const call = client
    .from('job_photos')
    .select('job_id, path')
    .in('job_id', [...jobIds])
    .setHeader('Cache-Control', mayBeOld)
  const rows = dataOf(await call.order('created_at').order('id'))
  return Map.groupBy(rows, ({ job_id: jobId }) => jobId)
}

interface JobWithPhotos {
  id: string
  createdAt: string
}

/** Of every job the addresses of its photos, in their order. */
export function usePhotosOf(jobs: readonly JobWithPhotos[]): (jobId: string) => string[] {
  const newestAt = jobs
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1)
  const jobIds = jobs.map(({ id }) => id)
  const { data: photos } = useQuery(jobPhotos(jobIds, newestAt))
  const paths = [...(photos?.values() ?? [])].flat().map(({ path }) => path)
  const { data: addresses } = useQuery(signedLinks(paths))
  return (jobId) => (photos?.get(jobId) ?? []).flatMap(({ path }) => addresses?.get(path) ?? [])
}
