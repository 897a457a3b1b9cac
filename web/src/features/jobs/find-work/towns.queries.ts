// Reads the towns of the map with the numbers of their available jobs, and keeps them up to date by events.
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Failure, errorFieldsOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { refreshAfterPause } from '#lib/live/refresh.ts'
import type { Broadcast } from '#lib/live/subjects.ts'
import { supabase } from '#lib/supabase.ts'
import { argsOfFilters, availableJobsKey, includes } from '../available-jobs.queries.ts'
import {
  type AvailableJobsEvent,
  isListed,
  type JobFilters,
  parseEvent,
} from '../available-jobs.rows.ts'

const townsKey = [...availableJobsKey, 'towns']

/** The row without a name has the jobs whose town is unknown. */
const townRow = z.object({
  name: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  size: z.nullable(z.number()),
  miles: z.nullable(z.number()),
  jobs: z.number(),
  job_id: z.nullable(z.string()),
  budget: z.nullable(z.number()),
  my_bid: z.nullable(z.number()),
  snapshot: z.string(),
})
const townRows = z.array(townRow)

export type Town = z.infer<typeof townRow>

interface CachedTowns {
  rows: Town[]
  filters: JobFilters
}

/** Reads all towns, with the jobs that match the filters. The filter by town does not apply, so that the user can choose another one. */
export function useTowns(filters: JobFilters) {
  const { town: _, ...rest } = filters
  return useQuery({
    queryKey: [...townsKey, JSON.stringify(rest)],
    queryFn: afterJoin(() => readTowns(rest)),
    placeholderData: keepPreviousData<CachedTowns>,
    select: rowsOf,
  })
}

const rowsOf = ({ rows }: CachedTowns) => rows

async function readTowns(filters: JobFilters): Promise<CachedTowns> {
  const client = await supabase()
  const { data, error, status } = await client.rpc('available_job_towns', argsOfFilters(filters), {
    get: true,
  })
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
  return { rows: townRows.parse(data), filters }
}

/** Applies an event about a job to the towns on screen. */
export function handleTownsEvent(queries: QueryClient, { event, payload }: Broadcast) {
  const parsed = parseEvent(event, payload)
  if (parsed?.type !== 'job') return
  for (const [queryKey, cached] of queries.getQueriesData<CachedTowns>({ queryKey: townsKey })) {
    if (!cached || includes(cached.rows[0]?.snapshot ?? '', parsed)) continue
    if (cached.filters.search !== '' || queries.isFetching({ queryKey }) > 0) {
      refreshAfterPause(queries, townsKey)
      continue
    }
    queries.setQueryData<CachedTowns>(queryKey, {
      ...cached,
      rows: applyJobEvent(cached.rows, cached.filters, parsed),
    })
  }
}

/** Reads the towns again after a change of the contractor's own bids, which pins show. */
export function refreshTowns(queries: QueryClient) {
  refreshAfterPause(queries, townsKey)
}

type JobEvent = Extract<AvailableJobsEvent, { type: 'job' }>

/** Moves a job from its town before the event to its town now. */
export function applyJobEvent(
  towns: Town[],
  filters: JobFilters,
  { id, before, row }: JobEvent,
): Town[] {
  const left = before && isListed(filters, before) ? before.town : undefined
  const entered = row && isListed(filters, row) ? row : undefined
  return towns.map((town) => {
    const isTooFar = filters.maxMiles > 0 && (town.miles ?? 0) > filters.maxMiles
    if (isTooFar || (town.name !== left && town.name !== entered?.town)) return town
    const remaining = town.name === left ? withoutJob(town) : town
    return entered?.town === town.name
      ? withJob(remaining, { id, budget: entered.budget, my_bid: keptBid(town, id) })
      : remaining
  })
}

function keptBid({ job_id, my_bid }: Town, id: string) {
  return job_id === id ? my_bid : null
}

/** The budget of the last job in a town is unknown, if the town had several. */
function withoutJob(town: Town): Town {
  return { ...town, jobs: Math.max(0, town.jobs - 1), job_id: null, budget: null, my_bid: null }
}

function withJob(town: Town, job: { id: string; budget: number; my_bid: number | null }): Town {
  if (town.jobs > 0) {
    return { ...town, jobs: town.jobs + 1, job_id: null, budget: null, my_bid: null }
  }
  return { ...town, jobs: 1, job_id: job.id, budget: job.budget, my_bid: job.my_bid }
}
