// Lists the requests and subscriptions that the web app sends on the dashboards of a facility and a contractor. Each
// request has a query key. After a change of a row, the app repeats the requests whose keys the change affects.
import { photoPollDelayMs } from '../../../web/src/features/jobs/photo-poll-delay.ts'
import type { Change, TableFilter } from './live-connection.ts'

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
  name: string
  /**
   * These requests start at the same time. `thenByIds` builds one more request from the ids in the
   * response to `requests[0]`.
   */
  requests: readonly TableRequest[]
  thenByIds?: (ids: string[]) => TableRequest
  /** The polling interval in milliseconds. */
  pollIntervalMs?: number
  /**
   * Describes extra data of the rows, such as photos. No event announces a change of this data. The
   * app therefore fetches the data at an interval, and whenever the list shows other rows.
   */
  extraData?: {
    name: string
    requestFor: (ids: string[]) => TableRequest
    /** @param newestMs  The creation time of the newest row. */
    pollIntervalMs: (newestMs: number) => number
  }
}

interface TableSubscription extends TableFilter {
  /** @param isShown  Whether the list page shows the row. */
  affectedKeys: (change: Change, isShown: boolean) => readonly Key[]
}

export interface Dashboard {
  queries: readonly Query[]
  subscriptions: readonly TableSubscription[]
}

const withCount = { isCounted: true }
const countOnly = { method: 'HEAD' as const, ...withCount }
const minuteMs = 60_000
const newestFirst = 'created_at.desc,id.asc'

function shellQueries(userId: string): Query[] {
  const unreadFilter = { recipient_id: `eq.${userId}`, read: 'eq.false' }
  return [
    singleQuery('me', ['accounts', 'me'], {
      table: 'profiles',
      query: {
        select: 'role,username,full_name,company_name,profile_picture',
        id: `eq.${userId}`,
      },
    }),
    singleQuery('choice', ['settings'], {
      table: 'notification_settings',
      query: { select: 'sound,messages', user_id: `eq.${userId}` },
    }),
    singleQuery('unread', ['messages', 'unread'], {
      table: 'messages',
      query: { select: 'id', ...unreadFilter },
      ...countOnly,
    }),
    singleQuery('unread', ['notices', 'unread'], {
      table: 'notices',
      query: { select: 'id', read: 'eq.false' },
      ...countOnly,
    }),
    {
      ...singleQuery('open items', ['analytics', 'waiting'], {
        table: 'dashboard_waiting',
        query: { select: '*', order: 'since.desc,id.asc', limit: '4' },
        ...withCount,
      }),
      pollIntervalMs: minuteMs,
    },
  ]
}

const shellSubscriptions = (userId: string): TableSubscription[] => [
  {
    table: 'notices',
    filter: `recipient_id=eq.${userId}`,
    affectedKeys: () => [['notices']],
  },
]

export function facilityDashboard(userId: string): Dashboard {
  const ownRows = {
    facility_id: `eq.${userId}`,
    is_deleted: 'eq.false',
    'pending.status': 'eq.pending',
  }
  const jobKeys = (): Key[] => [['jobs'], ['bids'], ['analytics']]
  return {
    queries: [
      ...shellQueries(userId),
      singleQuery('figures', ['analytics', 'summary'], {
        table: 'dashboard_facility_summary',
        query: { select: '*' },
        isOne: true,
      }),
      jobCounts(ownRows),
      {
        key: ['jobs', 'posted'],
        name: 'list posted jobs',
        requests: [page('jobs', { select: 'id,pending:bids()', ...ownRows })],
        thenByIds: (ids) => rows('jobs', { select: postedColumns, ...postedOrder }, ids),
      },
    ],
    subscriptions: [
      ...shellSubscriptions(userId),
      {
        table: 'jobs',
        filter: `facility_id=eq.${userId}`,
        affectedKeys: ({ event }) => (event === 'DELETE' ? [] : jobKeys()),
      },
      { table: 'bids', affectedKeys: jobKeys },
      {
        table: 'consultations',
        filter: `facility_id=eq.${userId}`,
        affectedKeys: () => [['consultations'], ['analytics']],
      },
      {
        table: 'payments',
        filter: `payer_id=eq.${userId}`,
        affectedKeys: () => [['payments'], ['analytics']],
      },
      {
        table: 'messages',
        filter: `recipient_id=eq.${userId}`,
        affectedKeys: () => [
          ['messages', 'unread'],
          ['jobs', 'posted'],
          ['analytics', 'waiting'],
        ],
      },
    ],
  }
}

export function contractorDashboard(userId: string): Dashboard {
  const ownRows = { contractor_id: `eq.${userId}` }
  return {
    queries: [
      ...shellQueries(userId),
      singleQuery('figures', ['analytics', 'summary'], {
        table: 'dashboard_contractor_summary',
        query: { select: '*' },
        isOne: true,
      }),
      {
        key: ['jobs', 'available'],
        name: 'list available jobs',
        requests: [{ table: 'rpc/find_available_jobs', query: { size: '10' } }],
        thenByIds: (ids) => rows('dashboard_available_jobs', { select: '*' }, ids),
        pollIntervalMs: minuteMs / 2,
        extraData: {
          name: 'photos',
          requestFor: (ids) => ({
            table: 'job_photos',
            query: {
              select: 'job_id,path',
              job_id: `in.(${ids.join()})`,
              order: 'created_at.asc,id.asc',
            },
          }),
          pollIntervalMs: (newestMs) => photoPollDelayMs(newestMs, Date.now()),
        },
      },
      singleQuery('counts on tabs', ['bids', 'counts'], {
        table: 'dashboard_contractor_summary',
        query: { select: bidCountColumns },
        isOne: true,
      }),
      {
        key: ['bids', 'mine'],
        name: 'list own bids',
        requests: [page('bids', { select: 'id,job:jobs()', ...ownRows })],
        thenByIds: (ids) => rows('bids', { select: bidColumns }, ids),
      },
      singleQuery('list payments', ['payments'], {
        ...page('payments', { select: paymentColumns, payee_id: `eq.${userId}` }),
      }),
    ],
    subscriptions: [
      ...shellSubscriptions(userId),
      { table: 'jobs', affectedKeys: keysOfOtherJob },
      { table: 'bids', filter: `contractor_id=eq.${userId}`, affectedKeys: keysOfOwnBid },
      {
        table: 'payments',
        filter: `payee_id=eq.${userId}`,
        affectedKeys: () => [['payments'], ['bids', 'mine'], ['analytics']],
      },
      {
        table: 'messages',
        filter: `recipient_id=eq.${userId}`,
        affectedKeys: () => [
          ['messages', 'unread'],
          ['bids', 'mine'],
          ['analytics', 'waiting'],
        ],
      },
    ],
  }
}

const keysOfOwnBid = (): Key[] => [['jobs'], ['bids'], ['analytics']]

/**
 * Returns the same keys as `keysOfJobChange` in the web app, without the key of the bid dialog. The
 * simulated users open no dialog.
 */
function keysOfOtherJob({ event }: Change, isShown: boolean): Key[] {
  if (event === 'UPDATE') return [['jobs'], ['bids'], ['analytics']]
  return event === 'INSERT' || isShown ? [['jobs', 'available']] : []
}

function singleQuery(name: string, key: Key, request: TableRequest): Query {
  return { key, name, requests: [request] }
}

function page(table: string, query: Record<string, string>): TableRequest {
  return { table, query: { ...query, order: newestFirst, offset: '0', limit: '10' }, ...withCount }
}

function rows(table: string, query: Record<string, string>, ids: string[]): TableRequest {
  return { table, query: { ...query, id: `in.(${ids.join()})` } }
}

/** Returns the requests for the counts on the tabs of a facility's list. */
function jobCounts(ownRows: Record<string, string>): Query {
  const baseQuery = { select: 'pending:bids()', ...ownRows }
  const countRequest = (tab: Record<string, string>) => ({
    table: 'jobs',
    query: { ...baseQuery, ...tab },
    ...countOnly,
  })
  return { key: ['jobs', 'counts'], name: 'counts on tabs', requests: jobTabs.map(countRequest) }
}

const active = { status: 'eq.open' }
const jobTabs = [
  {},
  active,
  { is_biddable: 'is.true' },
  { is_biddable: 'is.true', pending: 'not.is.null' },
  { ...active, awarded_at: 'not.is.null' },
  { status: 'eq.finished' },
]
const bidCountColumns =
  'total_bids,pending_bids,awarded_bids,finished_bids,rejected_bids,withdrawn_bids'

const personColumns = 'id,role,full_name,username,company_name'
const postedColumns =
  'id,title,description,budget,category,location,status,created_at,awarded_at,finished_at,' +
  'awarded_contractor_id,bid_count,can_edit,can_delete,photos:job_photos(id,path),' +
  `bids(id,amount,status,created_at,can_accept,can_chat,contractor:profiles(${personColumns},profile_picture))`
const postedOrder = {
  'photos.order': 'created_at.asc',
  'bids.order': 'status.asc,amount.asc',
  'bids.limit': '100',
}
const bidColumns =
  'id,contractor_id,amount,status,created_at,can_withdraw,can_chat,' +
  'job:jobs!inner(id,title,budget,status,is_deleted,awarded_contractor_id,can_bid,can_finish,' +
  `facility:profiles!jobs_facility_id_fkey(${personColumns}),payments(status))`
const paymentColumns =
  'id,amount,status,reference,created_at,paid_at,refunded_at,can_record,job:jobs(id,title),' +
  `payer:profiles!payments_payer_id_fkey(${personColumns}),payee:profiles!payments_payee_id_fkey(${personColumns})`
