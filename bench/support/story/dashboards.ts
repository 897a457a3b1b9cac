// Lists the requests and subscriptions of the web app on the dashboards of a facility and a
// contractor. Each request has a query key. A change refetches the requests under the keys that it
// affects.
import { photoPollDelayMs } from '../../../web/src/features/jobs/photo-poll-delay.ts'
import type { Change, Followed } from './live-line.ts'

export type Key = readonly string[]

export interface TableRequest {
  method?: 'HEAD'
  table: string
  query: Record<string, string>
  isCounted?: boolean
  isOne?: boolean
}

export interface Query {
  key: Key
  /** The name in the report. */
  what: string
  /**
   * These requests start at the same time. `thenByIds` builds another request from the ids in the
   * first response.
   */
  asks: readonly TableRequest[]
  thenByIds?: (ids: string[]) => TableRequest
  /** The polling interval in milliseconds. */
  every?: number
  /**
   * Extra data of the rows, such as photos. It has no change events, so it is refetched when the
   * list has other rows, and at an interval.
   */
  beside?: {
    what: string
    of: (ids: string[]) => TableRequest
    /** @param newest  The creation time of the newest row. */
    every: (newest: number) => number
  }
}

interface Subject extends Followed {
  /** @param isShown  Whether the list page shows the row. */
  shownIn: (change: Change, isShown: boolean) => readonly Key[]
}

export interface Dashboard {
  queries: readonly Query[]
  subjects: readonly Subject[]
}

const counted = { isCounted: true }
const head = { method: 'HEAD' as const, ...counted }
const minute = 60_000
const newestFirst = 'created_at.desc,id.asc'

function frameOf(me: string): Query[] {
  const mine = { recipient_id: `eq.${me}`, read: 'eq.false' }
  return [
    one('me', ['accounts', 'me'], {
      table: 'profiles',
      query: {
        select: 'role,username,full_name,company_name,profile_picture',
        id: `eq.${me}`,
      },
    }),
    one('choice', ['settings'], {
      table: 'notification_settings',
      query: { select: 'sound,messages', user_id: `eq.${me}` },
    }),
    one('unread', ['messages', 'unread'], {
      table: 'messages',
      query: { select: 'id', ...mine },
      ...head,
    }),
    one('unread', ['notices', 'unread'], {
      table: 'notices',
      query: { select: 'id', read: 'eq.false' },
      ...head,
    }),
    {
      ...one('open items', ['analytics', 'waiting'], {
        table: 'dashboard_waiting',
        query: { select: '*', order: 'since.desc,id.asc', limit: '4' },
        ...counted,
      }),
      every: minute,
    },
  ]
}

const followedByFrame = (me: string): Subject[] => [
  {
    table: 'notices',
    filter: `recipient_id=eq.${me}`,
    shownIn: () => [['notices']],
  },
]

export function facilityDashboard(me: string): Dashboard {
  const own = { facility_id: `eq.${me}`, is_deleted: 'eq.false', 'pending.status': 'eq.pending' }
  const ofJobs = (): Key[] => [['jobs'], ['bids'], ['analytics']]
  return {
    queries: [
      ...frameOf(me),
      one('figures', ['analytics', 'summary'], {
        table: 'dashboard_facility_summary',
        query: { select: '*' },
        isOne: true,
      }),
      jobNumbers(own),
      {
        key: ['jobs', 'posted'],
        what: 'list posted jobs',
        asks: [page('jobs', { select: 'id,pending:bids()', ...own })],
        thenByIds: (ids) => rows('jobs', { select: postedColumns, ...postedOrder }, ids),
      },
    ],
    subjects: [
      ...followedByFrame(me),
      {
        table: 'jobs',
        filter: `facility_id=eq.${me}`,
        shownIn: ({ event }) => (event === 'DELETE' ? [] : ofJobs()),
      },
      { table: 'bids', shownIn: ofJobs },
      {
        table: 'consultations',
        filter: `facility_id=eq.${me}`,
        shownIn: () => [['consultations'], ['analytics']],
      },
      {
        table: 'payments',
        filter: `payer_id=eq.${me}`,
        shownIn: () => [['payments'], ['analytics']],
      },
      {
        table: 'messages',
        filter: `recipient_id=eq.${me}`,
        shownIn: () => [
          ['messages', 'unread'],
          ['jobs', 'posted'],
          ['analytics', 'waiting'],
        ],
      },
    ],
  }
}

export function contractorDashboard(me: string): Dashboard {
  const own = { contractor_id: `eq.${me}` }
  return {
    queries: [
      ...frameOf(me),
      one('figures', ['analytics', 'summary'], {
        table: 'dashboard_contractor_summary',
        query: { select: '*' },
        isOne: true,
      }),
      {
        key: ['jobs', 'available'],
        what: 'list available jobs',
        asks: [{ table: 'rpc/find_available_jobs', query: { size: '10' } }],
        thenByIds: (ids) => rows('dashboard_available_jobs', { select: '*' }, ids),
        every: minute / 2,
        beside: {
          what: 'photos',
          of: (ids) => ({
            table: 'job_photos',
            query: {
              select: 'job_id,path',
              job_id: `in.(${ids.join()})`,
              order: 'created_at.asc,id.asc',
            },
          }),
          every: (newest) => photoPollDelayMs(newest, Date.now()),
        },
      },
      one('counts on tabs', ['bids', 'counts'], {
        table: 'dashboard_contractor_summary',
        query: { select: bidNumbers },
        isOne: true,
      }),
      {
        key: ['bids', 'mine'],
        what: 'list own bids',
        asks: [page('bids', { select: 'id,job:jobs()', ...own })],
        thenByIds: (ids) => rows('bids', { select: bidColumns }, ids),
      },
      one('list payments', ['payments'], {
        ...page('payments', { select: paymentColumns, payee_id: `eq.${me}` }),
      }),
    ],
    subjects: [
      ...followedByFrame(me),
      { table: 'jobs', shownIn: ofJobOfOthers },
      { table: 'bids', filter: `contractor_id=eq.${me}`, shownIn: ofOwnBid },
      {
        table: 'payments',
        filter: `payee_id=eq.${me}`,
        shownIn: () => [['payments'], ['bids', 'mine'], ['analytics']],
      },
      {
        table: 'messages',
        filter: `recipient_id=eq.${me}`,
        shownIn: () => [
          ['messages', 'unread'],
          ['bids', 'mine'],
          ['analytics', 'waiting'],
        ],
      },
    ],
  }
}

const ofOwnBid = (): Key[] => [['jobs'], ['bids'], ['analytics']]

/** Matches `keysOfJobChange` in the contractor part of the web app. */
function ofJobOfOthers({ event }: Change, isShown: boolean): Key[] {
  if (event === 'UPDATE') return [['jobs'], ['bids'], ['analytics']]
  return event === 'INSERT' || isShown ? [['jobs', 'available']] : []
}

function one(what: string, key: Key, request: TableRequest): Query {
  return { key, what, asks: [request] }
}

function page(table: string, query: Record<string, string>): TableRequest {
  return { table, query: { ...query, order: newestFirst, offset: '0', limit: '10' }, ...counted }
}

function rows(table: string, query: Record<string, string>, ids: string[]): TableRequest {
  return { table, query: { ...query, id: `in.(${ids.join()})` } }
}

/** Returns the requests for the counts on the tabs of a facility's list. */
function jobNumbers(own: Record<string, string>): Query {
  const all = { select: 'pending:bids()', ...own }
  const numberOf = (tab: Record<string, string>) => ({
    table: 'jobs',
    query: { ...all, ...tab },
    ...head,
  })
  return { key: ['jobs', 'counts'], what: 'counts on tabs', asks: jobTabs.map(numberOf) }
}

const active = { status: 'eq.open' }
const jobTabs = [
  {},
  active,
  { ...active, awarded_at: 'is.null' },
  { ...active, awarded_at: 'is.null', pending: 'not.is.null' },
  { ...active, awarded_at: 'not.is.null' },
  { status: 'eq.finished' },
]
const bidNumbers = 'total_bids,pending_bids,awarded_bids,finished_bids,rejected_bids,withdrawn_bids'

const name = 'id,role,full_name,username,company_name'
const postedColumns =
  'id,title,description,budget,category,location,status,created_at,awarded_at,finished_at,' +
  'awarded_contractor_id,bid_count,can_edit,can_delete,photos:job_photos(id,path),' +
  `bids(id,amount,status,created_at,can_accept,can_chat,contractor:profiles(${name},profile_picture))`
const postedOrder = {
  'photos.order': 'created_at.asc',
  'bids.order': 'status.asc,amount.asc',
  'bids.limit': '100',
}
const bidColumns =
  'id,contractor_id,amount,status,created_at,can_withdraw,can_chat,' +
  'job:jobs!inner(id,title,budget,status,is_deleted,awarded_contractor_id,can_bid,can_finish,' +
  `facility:profiles!jobs_facility_id_fkey(${name}),payments(status))`
const paymentColumns =
  'id,amount,status,reference,created_at,paid_at,refunded_at,can_record,job:jobs(id,title),' +
  `payer:profiles!payments_payer_id_fkey(${name}),payee:profiles!payments_payee_id_fkey(${name})`
