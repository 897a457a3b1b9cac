import { csvFile } from '#lib/csv/csv-file.ts'
import { inKeysetOrder, type RowKey } from '#lib/csv/keyset.ts'
import { nameOf } from '#lib/format.ts'
import {
  fetchAdminListCount,
  fetchRowsByKeys,
  keysFromSearch,
  usePage,
  withCount,
} from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { maxRowsInFile, searchCursor } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'

// Every job on the platform with what belongs to it, as admins see them.

export const adminJobsPageSize = 10

/** A job shows that many of its bids; the list of bids has the rest. */
export const maxBidsShown = 10

const person = 'role, full_name, username, company_name'

const own = `
  id, title, category, budget, status, is_deleted, awarded_at, created_at, facility_id, awarded_contractor_id,
  facility:profiles!jobs_facility_id_fkey(${person}),
  awarded:profiles!jobs_awarded_contractor_id_fkey(${person})
` as const

const shown = `
  ${own}, can_release,
  bids(id, amount, status, created_at, contractor_id, contractor:profiles(${person})),
  consultations(id, scheduled_at, status, has_ended, facility_id, consultant_id,
    facility:profiles!consultations_facility_id_fkey(${person}),
    consultant:profiles!consultations_consultant_id_fkey(${person}))
` as const

export function useAdminJobs(list: ListState) {
  return usePage({
    key: ['jobs', 'every'],
    list,
    size: adminJobsPageSize,
    ask: async (from, to) => {
      const client = await supabase()
      return fetchRowsByKeys(await keysOf(client, list, [from, to]), (ids) => withAll(client, ids))
    },
  })
}

/** What is searched for is counted. */
async function keysOf(client: Client, list: ListState, range: [from: number, to: number]) {
  const { q, state, job } = list.filters
  const { by, descending } = list.sort
  if (q || job) return selectAdminJobs(client, list, 'id', { count: 'exact' }).range(...range)
  if (state === withoutBids) {
    const wanted = { sorted_by: by, descending, skip: range[0], size: adminJobsPageSize }
    return keysFromSearch(await client.rpc('admin_find_jobs_without_bids', wanted, { get: true }))
  }
  const keys = selectAdminJobs(client, list, 'id', {}).range(...range)
  return withCount(keys, fetchAdminListCount(client, 'jobs', state))
}

function withAll(client: Client, ids: string[]) {
  return client
    .from('jobs')
    .select(shown)
    .in('id', ids)
    .order('created_at', { referencedTable: 'bids', ascending: false })
    .limit(maxBidsShown + 1, { referencedTable: 'bids' })
    .order('scheduled_at', { referencedTable: 'consultations', ascending: false })
}

export type AdminJob = NonNullable<ReturnType<typeof useAdminJobs>['data']>['rows'][number]

type Own = Omit<AdminJob, 'can_release' | 'bids' | 'consultations'>

export function adminJobsCsv(list: ListState) {
  return csvFile<Own>({
    name: 'jobs',
    columns: [
      ['Title', ({ title }) => title],
      ['Id', ({ id }) => id],
      ['Facility', ({ facility }) => nameOf(facility)],
      ['Facility id', (job) => job.facility_id],
      ['Category', ({ category }) => category],
      ['Budget', ({ budget }) => budget],
      ['State', stateOf],
      ['Awarded to', ({ awarded }) => (awarded ? nameOf(awarded) : null)],
      ['Awarded to id', (job) => job.awarded_contractor_id],
      ['Created', (job) => job.created_at],
    ],
    by: list.sort.by,
    most: maxRowsInFile(list.filters['q'], list.sort),
    ask: async (after, count) =>
      selectAdminJobs(await supabase(), list, own, { after }).limit(count),
  })
}

interface Wanted {
  count?: 'exact'
  after?: RowKey | undefined
}

function selectAdminJobs<Columns extends string>(
  client: Client,
  { filters, sort }: ListState,
  columns: Columns,
  { count, after }: Wanted,
) {
  const { q: query = '', state = '', job = '' } = filters
  const counted = count ? { count } : {}
  const given = { query, ...(state ? { state } : {}), ...searchCursor(sort, after) }
  const allOf = () =>
    state === withoutBids
      ? client.rpc('admin_jobs_without_bids', {}, counted).select(columns)
      : client.from('jobs').select(columns, counted)
  let wanted = query ? client.rpc('admin_search_jobs', given, counted).select(columns) : allOf()
  for (const condition of conditionsOf(state)) wanted = wanted.filter(...condition)
  if (job) wanted = wanted.eq('id', job)
  return inKeysetOrder(wanted, sort, after)
}

// What admins divide jobs by, as the server is asked for it; a search is told the state by its name.

type Condition = readonly [column: string, operator: string, value: string]

/** For three days: what waits for admins. The server alone knows which these are. */
const withoutBids = 'without_bids'

export const jobStates = [
  { value: '', label: 'Any state' },
  { value: 'open', label: 'Open' },
  { value: withoutBids, label: 'Without bids' },
  { value: 'awarded', label: 'Awarded' },
  { value: 'finished', label: 'Finished' },
  { value: 'deleted', label: 'Deleted' },
]

const conditionsByState: Record<string, readonly Condition[]> = {
  // As many as the dashboard counts: an award does not close a job.
  open: [
    ['status', 'eq', 'open'],
    ['is_deleted', 'is', 'false'],
  ],
  awarded: [
    ['status', 'eq', 'open'],
    ['awarded_at', 'not.is', 'null'],
  ],
  finished: [['status', 'eq', 'finished']],
  deleted: [['is_deleted', 'is', 'true']],
}

function conditionsOf(state: string): readonly Condition[] {
  return conditionsByState[state] ?? []
}

interface JobState {
  status: string
  is_deleted: boolean
  awarded_at: string | null
}

function stateOf({ status, is_deleted: isDeleted, awarded_at: awardedAt }: JobState): string {
  if (isDeleted) return 'deleted'
  if (status === 'finished') return 'finished'
  return awardedAt ? 'awarded' : 'open'
}
