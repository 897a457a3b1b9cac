import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { signedUrls } from '#lib/files/signed-urls.ts'
import { fetchRowsByKeys, keysFromSearch, usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import type { Database } from '../../../../contract/database.ts'
import { photoPollDelayMs } from './photo-poll-delay.ts'

export const availableJobsPageSize = 10

/** Reads the jobs that are open for bids, as a contractor sees them. */
export function useAvailableJobs(list: ListState) {
  return usePage({
    key: ['jobs', 'available'],
    list,
    size: availableJobsPageSize,
    ask: async (from) => readAvailableJobs(await supabase(), list, from),
    // Poll for the bid counts, because contractors get no live changes of other contractors' bids.
    pollIntervalMs: 30_000,
  })
}

/**
 * Reads the ids of a list page and the total first, and then the rows. A single query would be slow, because it would
 * compute the view's columns for the rows of all earlier pages too.
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
  // A job is missing from the result if it was awarded between the two requests.
  return fetchRowsByKeys(keysFromSearch(found), async (ids) => {
    const { data, ...response } = await client
      .from('dashboard_available_jobs')
      .select('*')
      .in('id', ids)
    return { ...response, data: (data ?? []).map(toAvailableJob) }
  })
}

type ViewRow = Database['public']['Views']['dashboard_available_jobs']['Row']

/** Replaces null with defaults, because the generated types allow null in every column of a view. */
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

/** The choices of the budget filter. The URL uses the same values, such as "1000-5000". */
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

/**
 * The names of the job categories, in display order. The query key does not start with "jobs", because every change of
 * a job invalidates the queries with that key.
 */
export const categories = queryOptions({
  queryKey: ['job-categories'],
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

/** Returns a function that looks up the photo URLs of a job, in the order in which the photos were added. */
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

/**
 * Reads the paths of each job's photos. The query polls, because the server sends no live change when a job gets
 * photos.
 */
const jobPhotos = (jobIds: readonly string[], newestAt: string | undefined) =>
  queryOptions({
    queryKey: ['jobs', 'photos', jobIds],
    queryFn: () => readPhotos(jobIds),
    enabled: jobIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: () => photoPollDelayMs(newestAt ? Date.parse(newestAt) : 0, Date.now()),
  })

/** A replica may answer with data up to 2 seconds old, because the next poll finds newer photos. */
const allowReplica = 'max-stale=2'

async function readPhotos(jobIds: readonly string[]) {
  const client = await supabase()
  const query = client
    .from('job_photos')
    .select('job_id, path')
    .in('job_id', [...jobIds])
    .setHeader('Cache-Control', allowReplica)
  const rows = dataOf(await query.order('position').order('id'))
  return Map.groupBy(rows, ({ job_id: jobId }) => jobId)
}
