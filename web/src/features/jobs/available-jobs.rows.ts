// Parses the available jobs, and applies the events of the topic available-jobs to a page of them.
import * as z from 'zod/mini'
import { changeRow, type ListWindow } from '#lib/live/list-window.ts'
import type { Sort } from '#lib/lists/sort.ts'

const publicColumns = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  location: z.nullable(z.string()),
  /** The town of the map, or an empty text if it is unknown. */
  town: z.string(),
  budget: z.number(),
  created_at: z.string(),
  facility_id: z.string(),
  facility_name: z.nullable(z.string()),
  bid_count: z.number(),
}

/** A row of the view, with the paths of its photos and the contractor's latest bid. */
const viewRow = z.object({
  ...publicColumns,
  my_bid_status: z.nullable(z.string()),
  can_bid: z.boolean(),
  photos: z.array(z.object({ path: z.string() })),
  bids: z.array(z.object({ amount: z.number() })),
})

export const availableJobs = z.array(
  z.pipe(
    viewRow,
    z.transform(({ photos, bids, ...row }) => ({
      ...row,
      photos: photos.map(({ path }) => path),
      my_bid_amount: bids[0]?.amount ?? null,
    })),
  ),
)

export type AvailableJob = z.infer<typeof availableJobs>[number]

const xid = z.string()
const position = z.object({
  category: z.string(),
  budget: z.number(),
  created_at: z.string(),
  town: z.string(),
})
type Position = z.infer<typeof position> & { id: string }

/** A job that appeared, changed or disappeared. */
const jobEvent = z.object({
  xid,
  id: z.string(),
  before: z.nullable(position),
  row: z.nullable(z.object({ ...publicColumns, photos: z.array(z.string()) })),
  is_new: z.boolean(),
})

/** New values of one job, or of all jobs of a facility. */
const valuesEvent = z.object({
  xid,
  id: z.optional(z.string()),
  facility_id: z.optional(z.string()),
  values: z.partial(
    z.object({
      bid_count: z.number(),
      photos: z.array(z.string()),
      facility_name: z.nullable(z.string()),
    }),
  ),
})

type JobEvent = { type: 'job' } & z.infer<typeof jobEvent>
type ValuesEvent = { type: 'values' } & z.infer<typeof valuesEvent>

/** A change of the contractor's own bid. The contractor's latest bid is the only one that can change. */
const ownBid = z.object({ job_id: z.string(), status: z.string(), amount: z.number() })
type OwnBidEvent = { type: 'own bid' } & z.infer<typeof ownBid>

export type AvailableJobsEvent = JobEvent | ValuesEvent | OwnBidEvent

/** Parses an event. Returns undefined if the list has to be read again. */
export function parseEvent(event: string, payload: unknown): AvailableJobsEvent | undefined {
  if (event === 'job') {
    const { data } = jobEvent.safeParse(payload)
    return data && { type: 'job', ...data }
  }
  if (event !== 'values') return undefined
  const { data } = valuesEvent.safeParse(payload)
  return data && { type: 'values', ...data }
}

/** Parses the row of a bid. Returns undefined for a deleted bid, of which only the id is known. */
export function parseOwnBid(row: unknown): OwnBidEvent | undefined {
  const { data } = ownBid.safeParse(row)
  return data && { type: 'own bid', ...data }
}

export interface JobFilters {
  search: string
  category: string
  minBudget: number
  maxBudget: number
  /** The maximum distance from the contractor's town, or 0. */
  maxMiles: number
  /** The only town, or an empty text for jobs whose town is unknown. */
  town?: string | undefined
}

export interface AvailableJobsPage extends ListWindow<AvailableJob> {
  filters: JobFilters
  sort: Sort
}

/** Applies an event to a page. The result is stale if only the server can tell what the page has now. */
export function applyEvent(page: AvailableJobsPage, event: AvailableJobsEvent): AvailableJobsPage {
  if (event.type === 'job') return applyJob(page, event)
  if (event.type === 'values') return applyValues(page, event)
  return changeRows(
    page,
    ({ id }) => id === event.job_id,
    (job) => withOwnBid(job, event),
  )
}

function changeRows(
  page: AvailableJobsPage,
  isChanged: (job: AvailableJob) => boolean,
  change: (job: AvailableJob) => AvailableJob,
) {
  if (!page.rows.some(isChanged)) return page
  return { ...page, rows: page.rows.map((job) => (isChanged(job) ? change(job) : job)) }
}

/** The columns are those of the view: `can_bid` is false while the contractor has a pending or accepted bid. */
function withOwnBid(job: AvailableJob, { status, amount }: OwnBidEvent): AvailableJob {
  const can_bid = !['pending', 'accepted'].includes(status)
  return { ...job, my_bid_status: status, my_bid_amount: amount, can_bid }
}

function applyValues(page: AvailableJobsPage, { id, facility_id, values }: ValuesEvent) {
  const isChanged = (job: AvailableJob) => job.id === id || job.facility_id === facility_id
  return changeRows(page, isChanged, (job) => withValues(job, values))
}

function withValues(job: AvailableJob, values: ValuesEvent['values']): AvailableJob {
  const { bid_count = job.bid_count, photos = job.photos } = values
  const { facility_name = job.facility_name } = values
  return { ...job, bid_count, photos, facility_name }
}

function applyJob(page: AvailableJobsPage, event: JobEvent): AvailableJobsPage {
  const { id, before, row } = event
  const known = page.rows.find((job) => job.id === id)
  const wasListed = before && isListed(page.filters, before)
  const isListedNow = row && isListed(page.filters, row)
  if (!wasListed && !isListedNow) return page
  if (isForServer(page)) return { ...page, isStale: true }
  const own = {
    my_bid_status: known?.my_bid_status ?? null,
    my_bid_amount: known?.my_bid_amount ?? null,
    can_bid: known?.can_bid ?? true,
    // An event lacks the name of a hidden facility, which some contractors may see.
    facility_name: row?.facility_name ?? known?.facility_name ?? null,
  }
  const change = {
    id,
    before: wasListed ? { ...before, id } : undefined,
    after: isListedNow ? { ...row, ...own } : undefined,
  }
  const next = changeRow<AvailableJob, Position>(page, change, comparing(page.sort))
  // The user may have bid on a job that is available once more.
  const isOwnBidUnknown = !event.is_new && !known && next.rows.some((job) => job.id === id)
  return { ...page, ...next, isStale: next.isStale || isOwnBidUnknown }
}

/** Returns whether only the server can apply the filters and the order: it knows words and distances. */
function isForServer({ filters, sort }: AvailableJobsPage) {
  return filters.search !== '' || filters.maxMiles > 0 || sort.by === 'distance'
}

export function isListed(filters: JobFilters, job: z.infer<typeof position>) {
  const { minBudget, maxBudget, town } = filters
  const { category, budget } = job
  return (
    (town === undefined || town === job.town) &&
    (filters.category === '' || filters.category === category) &&
    (minBudget === 0 || budget >= minBudget) &&
    (maxBudget === 0 || budget <= maxBudget)
  )
}

/** Returns the order of `find_available_jobs`. Times are in UTC, so that their texts sort like the times. */
function comparing({ by, descending }: Sort) {
  const sign = descending ? -1 : 1
  const valueOf = (job: Position) => (by === 'budget' ? job.budget : job.created_at)
  return (one: Position, other: Position) => {
    const [first, second] = [valueOf(one), valueOf(other)]
    if (first !== second) return first < second ? -sign : sign
    return one.id < other.id ? -1 : 1
  }
}
