// Reads the jobs that are open for bids, as a contractor sees them, and keeps them up to date by events.
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { fetchPage, fetchRowsByIds, idsFromSearch } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { spareRows } from '#lib/live/list-window.ts'
import { refreshAfterPause } from '#lib/live/refresh.ts'
import { isVisibleIn } from '#lib/live/snapshot.ts'
import type { Broadcast, Change } from '#lib/live/subjects.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import {
  applyEvent,
  availableJobs,
  type AvailableJobsEvent,
  type AvailableJobsPage,
  type JobFilters,
  parseEvent,
  parseOwnBid,
} from './available-jobs.rows.ts'

export type { AvailableJob } from './available-jobs.rows.ts'

export const availableJobsPageSize = 10
export const availableJobsKey = ['jobs', 'available']
export const availableJobsTopic = 'available-jobs'
/** The server counts the matches of a filter up to this number. */
const maxCounted = 10_000

export function useAvailableJobs(list: ListState) {
  const { page, sort, filters } = list
  const view = JSON.stringify({ page, size: availableJobsPageSize, sort, filters })
  return useQuery({
    queryKey: [...availableJobsKey, 'page', view],
    queryFn: afterJoin(() => readPage(list, view)),
    placeholderData: keepPreviousData<CachedPage>,
    select: shownRows,
  })
}

function shownRows({ window: { rows, total, hasMore }, view, page }: CachedPage) {
  return { rows: rows.slice(0, availableJobsPageSize), total, hasMore, view, page }
}

/** A page in the cache. The snapshot is empty if the server found no rows. */
interface CachedPage {
  window: AvailableJobsPage
  view: string
  page: number
  snapshot: string
}

interface ReceivedEvent {
  event: AvailableJobsEvent
  receivedAt: number
}

/** The events that a pending read may lack. */
let recentEvents: ReceivedEvent[] = []
/** No read takes longer than this. */
const maxReadMs = 60_000

/** Returns whether a read with this snapshot includes the change that the event reports. */
export function includes(snapshot: string, event: AvailableJobsEvent) {
  return event.type !== 'own bid' && snapshot !== '' && isVisibleIn(snapshot, event.xid)
}

export function handleJobsEvent(queries: QueryClient, { event, payload }: Broadcast) {
  updatePages(queries, parseEvent(event, payload))
}

/** Updates the job of the contractor's own bid. */
export function handleOwnBid(queries: QueryClient, { row }: Change) {
  updatePages(queries, parseOwnBid(row))
}

/**
 * Applies an event to the page on screen, and reads it again if it is stale afterward. Forgets other pages that the event
 * changes. A page that waits for its next read, or could not be read, stays as it is.
 */
function updatePages(queries: QueryClient, event: AvailableJobsEvent | undefined) {
  if (!event) return refreshAfterPause(queries, availableJobsKey)
  const now = Date.now()
  recentEvents = recentEvents.filter(({ receivedAt }) => now - receivedAt < maxReadMs)
  recentEvents.push({ event, receivedAt: now })
  const filters = { queryKey: [...availableJobsKey, 'page'] }
  for (const [queryKey, cached] of queries.getQueriesData<CachedPage>(filters)) {
    const query = queries.getQueryCache().find({ queryKey, exact: true })
    if (!query || !cached || includes(cached.snapshot, event)) continue
    const window = applyEvent(cached.window, event)
    if (window === cached.window) continue
    if (!query.isActive()) queries.removeQueries({ queryKey, exact: true })
    if (!query.isActive() || query.state.isInvalidated) continue
    const { dataUpdatedAt: updatedAt } = query.state
    queries.setQueryData<CachedPage>(queryKey, { ...cached, window }, { updatedAt })
    if (window.isStale) refreshAfterPause(queries, availableJobsKey)
  }
}

/** Reads a page, and applies the events that arrived during the read and are not part of it. */
async function readPage(list: ListState, view: string): Promise<CachedPage> {
  const startedAt = Date.now()
  const { snapshot, page, window } = await readWindow(await supabase(), list)
  const missed = recentEvents.filter(
    ({ event, receivedAt }) => receivedAt >= startedAt && !includes(snapshot, event),
  )
  const current = missed.reduce((found, { event }) => applyEvent(found, event), window)
  return { window: current, view, page, snapshot }
}

/**
 * Reads the ids of a page, the rows after it and the total first, and then the rows. A single query would compute the
 * view's columns for the rows of all earlier pages too.
 */
async function readWindow(client: Client, list: ListState) {
  const filters = jobFiltersOf(list)
  let snapshot = ''
  let isStale = false
  const size = availableJobsPageSize
  const found = await fetchPage({ page: list.page, size }, async (from) => {
    const matches = await findJobs(client, list, filters, from)
    snapshot = matches.data?.[0]?.snapshot ?? ''
    const rows = await fetchRowsByIds(idsFromSearch(matches), (ids) => selectJobs(client, ids))
    // A job that was awarded between the two requests is missing from the result.
    isStale = rows.data !== null && rows.data.length < (matches.data?.length ?? 0)
    return rows
  })
  const { search, minBudget, maxBudget, maxMiles, town } = filters
  const isCounted = search !== '' || minBudget + maxBudget + maxMiles > 0 || town !== undefined
  const window: AvailableJobsPage = {
    from: (found.page - 1) * size,
    size,
    rows: found.rows,
    total: found.total,
    maxTotal: isCounted ? maxCounted : Infinity,
    hasMore: found.hasMore,
    isStale,
    filters,
    sort: list.sort,
  }
  return { window, page: found.page, snapshot }
}

function findJobs(client: Client, { sort }: ListState, filters: JobFilters, from: number) {
  const searchArgs = {
    ...argsOfFilters(filters),
    ...(filters.town === undefined ? {} : { town: filters.town }),
    by_budget: sort.by === 'budget',
    ...(sort.by === 'distance' ? { by_distance: true } : {}),
    ...(sort.by === 'relevance' ? { by_relevance: true } : {}),
    descending: sort.descending,
    skip: from,
    size: availableJobsPageSize + spareRows,
  }
  return client.rpc('find_available_jobs', searchArgs, { get: true })
}

/** Returns the arguments that the functions for the list and for the map share. */
export function argsOfFilters(filters: JobFilters) {
  const { search, category, minBudget, maxBudget, maxMiles } = filters
  return {
    query: search,
    ...(category ? { category } : {}),
    ...(minBudget ? { budget_from: minBudget } : {}),
    ...(maxBudget ? { budget_to: maxBudget } : {}),
    ...(maxMiles ? { within_miles: maxMiles } : {}),
  }
}

async function selectJobs(client: Client, ids: string[]) {
  const { data, ...response } = await client
    .from('dashboard_available_jobs')
    .select('*, photos:job_photos(path), bids(amount)')
    .in('id', ids)
    .order('created_at', { referencedTable: 'bids', ascending: false })
    .limit(1, { referencedTable: 'bids' })
    .order('position', { referencedTable: 'photos' })
    .order('id', { referencedTable: 'photos' })
  return { ...response, data: availableJobs.parse(data ?? []) }
}

/** The choices of the budget filter. The URL uses the same values, such as "1000-5000". */
export const budgetRanges = [
  { value: '', label: 'Any budget' },
  { value: '0-1000', label: 'Up to $1,000' },
  { value: '1000-5000', label: '$1,000 to $5,000' },
  { value: '5000-20000', label: '$5,000 to $20,000' },
  { value: '20000-', label: '$20,000 and more' },
]

/** The value of the filter `town` in the URL for jobs whose town is unknown. */
export const unknownTown = 'unknown'

export function jobFiltersOf({ filters }: Pick<ListState, 'filters'>): JobFilters {
  const { search = '', category = '', budget = '', within = '', town = '' } = filters
  const [min = '', max = ''] = budget.split('-')
  const place = town === unknownTown ? '' : town
  return {
    search,
    category,
    minBudget: Number(min),
    maxBudget: Number(max),
    maxMiles: Number(within),
    ...(town ? { town: place } : {}),
  }
}
