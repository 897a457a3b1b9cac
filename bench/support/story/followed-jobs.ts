// Keeps a contractor's list of available jobs up to date with the code of the web app, as its dashboard does.
import { z } from 'zod'
import {
  applyEvent,
  availableJobs,
  type AvailableJobsEvent,
  type AvailableJobsPage,
  parseEvent,
  parseOwnBid,
} from '../../../web/src/features/jobs/available-jobs.rows.ts'
import { spareRows } from '../../../web/src/lib/live/list-window.ts'
import { isVisibleIn } from '../../../web/src/lib/live/snapshot.ts'

const pageSize = 10
export const readSize = pageSize + spareRows

const foundRows = z.array(z.object({ id: z.string(), total: z.number(), snapshot: z.string() }))

/** The two responses of a read: the ids of the page, and its rows. */
interface Responses {
  found: z.infer<typeof foundRows>
  rows: unknown
}

export const parseFound = (body: string) => foundRows.parse(JSON.parse(body))

export class FollowedJobs {
  #page: AvailableJobsPage | undefined
  #snapshot = ''
  #recent: AvailableJobsEvent[] = []

  get isStale() {
    return this.#page?.isStale ?? false
  }

  /** Forgets the events that every later read includes. */
  startRead() {
    this.#recent = []
  }

  finishRead(responses: Responses) {
    this.#snapshot = responses.found[0]?.snapshot ?? ''
    this.#page = this.#recent
      .filter((event) => !this.#includes(event))
      .reduce(applyEvent, pageOf(responses))
  }

  handleBroadcast(name: string, payload: unknown) {
    this.#apply(parseEvent(name, payload))
  }

  handleOwnBid(row: unknown) {
    this.#apply(parseOwnBid(row))
  }

  /** Returns whether a user would see the same list after a fresh read. */
  equals(responses: Responses) {
    return JSON.stringify(shownOf(this.#page)) === JSON.stringify(shownOf(pageOf(responses)))
  }

  #apply(event: AvailableJobsEvent | undefined) {
    if (!event) throw new Error('An event of the available jobs is unknown.')
    this.#recent.push(event)
    if (this.#page && !this.#includes(event)) this.#page = applyEvent(this.#page, event)
  }

  #includes(event: AvailableJobsEvent) {
    return event.type !== 'own bid' && isVisibleIn(this.#snapshot, event.xid)
  }
}

function pageOf({ found, rows }: Responses): AvailableJobsPage {
  const byId = new Map(availableJobs.parse(rows).map((job) => [job.id, job]))
  return {
    from: 0,
    size: pageSize,
    rows: found.flatMap(({ id }) => byId.get(id) ?? []),
    total: found[0]?.total ?? 0,
    maxTotal: Infinity,
    hasMore: false,
    isStale: false,
    filters: { search: '', category: '', minBudget: 0, maxBudget: 0, maxMiles: 0 },
    sort: { by: 'created_at', descending: true },
  }
}

function shownOf(page: AvailableJobsPage | undefined) {
  const columns = ({
    id,
    title,
    bid_count,
    my_bid_status,
    can_bid,
  }: AvailableJobsPage['rows'][number]) => [id, title, bid_count, my_bid_status, can_bid]
  return page && { total: page.total, rows: page.rows.slice(0, pageSize).map(columns) }
}
