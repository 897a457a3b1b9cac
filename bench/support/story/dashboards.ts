// Lists the requests and subscriptions of the web app on the dashboards of a facility and a contractor. Each request has
// a query key. A change refetches the requests under the keys that it affects, unless the web app applies it (0066).
import { findAffectedOwnBidIds } from '../../../web/src/features/bids/affected-bids.ts'
import { findAffectedJobIds } from '../../../web/src/features/jobs/affected-jobs.ts'
import type { Change, TableFilter } from './live-connection.ts'

export type Key = readonly string[]

export interface TableRequest {
  table: string
  query: Record<string, string>
  isCounted?: boolean
  /** Queries that need the response at the same moment share one request. */
  isShared?: boolean
}

export interface Query {
  key: Key
  /** The name in the report. */
  name: string
  /** These requests start at the same time. */
  requests: readonly TableRequest[]
  /** Builds another request from the ids in the first response. */
  thenByIds?: (ids: string[]) => TableRequest
  /** Returns the ids of the rows that a change affects, or undefined if it may affect all. Other rows are kept. */
  findAffectedIds?: (rows: readonly ListRow[], change: Change) => readonly string[] | undefined
  /** The polling interval in milliseconds. */
  pollIntervalMs?: number
}

/** A job or a bid of a list. For a job, `job` is the job itself. */
export interface ListRow {
  id: string
  job: { id: string }
}

interface TableSubscription extends TableFilter {
  affectedKeys: (change: Change) => readonly Key[]
}

export interface Dashboard {
  queries: readonly Query[]
  subscriptions: readonly TableSubscription[]
  /** Whether the page shows the available jobs and updates them by events. */
  hasAvailableJobs: boolean
}

const minuteMs = 60_000
const newestFirst = 'created_at.desc,id.asc'
const unread: TableRequest = { table: 'rpc/my_unread', query: {}, isShared: true }
const dashboard: TableRequest = { table: 'rpc/my_dashboard', query: {}, isShared: true }

function shellQueries(userId: string): Query[] {
  return [
    {
      key: ['accounts', 'me'],
      name: 'me',
      requests: [
        {
          table: 'profiles',
          query: {
            select: 'role,username,full_name,company_name,profile_picture',
            id: `eq.${userId}`,
          },
        },
      ],
    },
    {
      key: ['settings'],
      name: 'choice',
      requests: [
        {
          table: 'notification_settings',
          query: { select: 'sound,messages', user_id: `eq.${userId}` },
        },
      ],
    },
    { key: ['messages', 'unread'], name: 'unread', requests: [unread] },
    { key: ['notices', 'unread'], name: 'unread', requests: [unread] },
    {
      key: ['analytics', 'waiting'],
      name: 'dashboard',
      requests: [dashboard],
      pollIntervalMs: minuteMs,
    },
    { key: ['analytics', 'summary'], name: 'dashboard', requests: [dashboard] },
  ]
}

const shellSubscriptions = (userId: string): TableSubscription[] => [
  // The web app counts notices by their events.
  { table: 'notices', filter: `recipient_id=eq.${userId}`, affectedKeys: () => [] },
]

/** The web app applies a change of a payment to its lists, but a new payment needs a read. */
const paymentKeys = ({ event }: Change): Key[] =>
  event === 'INSERT' ? [['payments'], ['analytics']] : [['analytics']]

export function facilityDashboard(userId: string): Dashboard {
  const ownRows = {
    facility_id: `eq.${userId}`,
    is_deleted: 'eq.false',
    'pending.status': 'eq.pending',
  }
  const jobKeys = (): Key[] => [['jobs'], ['bids'], ['analytics']]
  return {
    hasAvailableJobs: false,
    queries: [
      ...shellQueries(userId),
      { key: ['analytics', 'job-counts'], name: 'dashboard', requests: [dashboard] },
      {
        key: ['jobs', 'posted'],
        name: 'list posted jobs',
        requests: [page('jobs', { select: 'id,pending:bids()', ...ownRows })],
        thenByIds: (ids) => rows('jobs', { select: postedColumns, ...postedOrder }, ids),
        findAffectedIds: (_, change) => findAffectedJobIds(change),
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
        affectedKeys: paymentKeys,
      },
      {
        table: 'messages',
        filter: `recipient_id=eq.${userId}`,
        // The first message of a conversation adds a chat link to the job's row.
        affectedKeys: ({ row }) => [
          ...(row['seq'] === 1 ? [['jobs', 'posted']] : []),
          ['analytics', 'waiting'],
        ],
      },
    ],
  }
}

export function contractorDashboard(userId: string): Dashboard {
  const ownRows = { contractor_id: `eq.${userId}` }
  return {
    hasAvailableJobs: true,
    queries: [
      ...shellQueries(userId),
      { key: ['analytics', 'bid-counts'], name: 'dashboard', requests: [dashboard] },
      {
        key: ['bids', 'mine'],
        name: 'list own bids',
        requests: [page('bids', { select: 'id,job:jobs()', ...ownRows })],
        thenByIds: (ids) => rows('bids', { select: bidColumns }, ids),
        findAffectedIds: findAffectedOwnBidIds,
      },
      {
        key: ['payments'],
        name: 'list payments',
        requests: [page('payments', { select: paymentColumns, payee_id: `eq.${userId}` })],
      },
    ],
    subscriptions: [
      ...shellSubscriptions(userId),
      {
        table: 'jobs',
        filter: `awarded_contractor_id=eq.${userId}`,
        affectedKeys: () => [['bids'], ['analytics']],
      },
      {
        table: 'bids',
        filter: `contractor_id=eq.${userId}`,
        affectedKeys: () => [['bids'], ['analytics']],
      },
      {
        table: 'payments',
        filter: `payee_id=eq.${userId}`,
        affectedKeys: paymentKeys,
      },
      {
        table: 'messages',
        filter: `recipient_id=eq.${userId}`,
        affectedKeys: () => [['analytics', 'waiting']],
      },
    ],
  }
}

function page(table: string, query: Record<string, string>): TableRequest {
  return {
    table,
    query: { ...query, order: newestFirst, offset: '0', limit: '10' },
    isCounted: true,
  }
}

function rows(table: string, query: Record<string, string>, ids: string[]): TableRequest {
  return { table, query: { ...query, id: `in.(${ids.join()})` } }
}

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

export const availableJobsTopic = 'available-jobs'

/** Returns the two requests of a read of the available jobs. */
export const findJobs = (size: number): TableRequest => ({
  table: 'rpc/find_available_jobs',
  query: { query: '', by_budget: 'false', descending: 'true', skip: '0', size: String(size) },
})
export const jobsByIds = (ids: string[]) =>
  rows(
    'dashboard_available_jobs',
    {
      select: '*,photos:job_photos(path),bids(amount)',
      'bids.order': 'created_at.desc',
      'bids.limit': '1',
      'photos.order': 'position.asc,id.asc',
    },
    ids,
  )

/** Returns whether the key of the query begins with the parts of another key. */
export const isUnder = (query: Query, key: Key) => key.every((part, at) => query.key[at] === part)
