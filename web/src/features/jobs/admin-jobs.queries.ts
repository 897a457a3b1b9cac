// Reads all jobs on the platform with their bids and consultations, for the admin list and its CSV file.
import { csvFile } from '#lib/files/csv-file.ts'
import { inKeysetOrder } from '#lib/files/keyset.ts'
import { nameOf } from '#lib/format.ts'
import {
  type AdminSelectOptions,
  fetchAdminListCount,
  fetchRowsByIds,
  idsFromSearch,
  usePage,
  withCount,
} from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { maxRowsInFile, searchCursor } from '#lib/lists/search.ts'
import { type Client, supabase } from '#lib/supabase.ts'

export const adminJobsPageSize = 10

/** The maximum number of bids to show for each job. The admin list of bids shows all bids. */
export const maxBidsShown = 10

const personColumns = 'role, full_name, username, company_name'

const csvColumns = `
  id, title, category, budget, status, is_deleted, awarded_at, created_at, facility_id, awarded_contractor_id,
  facility:profiles!jobs_facility_id_fkey(${personColumns}),
  awarded:profiles!jobs_awarded_contractor_id_fkey(${personColumns})
` as const

const listColumns = `
  ${csvColumns}, can_release,
  bids(id, amount, status, created_at, contractor_id, contractor:profiles(${personColumns})),
  consultations(id, scheduled_at, status, has_ended, facility_id, consultant_id,
    facility:profiles!consultations_facility_id_fkey(${personColumns}),
    consultant:profiles!consultations_consultant_id_fkey(${personColumns}))
` as const

/** If a facility is given, reads only its jobs. */
export function useAdminJobs(list: ListState, facilityId?: string) {
  return usePage({
    key: ['jobs', 'every', ...(facilityId ? [facilityId] : [])],
    list,
    size: adminJobsPageSize,
    ask: async (from, to) => {
      const client = await supabase()
      return fetchRowsByIds(await selectIds(client, list, [from, to], facilityId), (ids) =>
        selectListRows(client, ids),
      )
    },
  })
}

/**
 * Reads the ids of one list page and the total. The server counts the rows for a search, for one facility, and for jobs
 * without bids. For all other filters, the server maintains the total.
 */
async function selectIds(
  client: Client,
  list: ListState,
  range: [from: number, to: number],
  facilityId?: string,
) {
  const { q, state } = list.filters
  const { by, descending } = list.sort
  if (q || facilityId) {
    return selectAdminJobs(client, list, 'id', { count: 'exact', facilityId }).range(...range)
  }
  if (state === withoutBids) {
    const searchArgs = { sorted_by: by, descending, skip: range[0], size: adminJobsPageSize }
    return idsFromSearch(
      await client.rpc('admin_find_jobs_without_bids', searchArgs, { get: true }),
    )
  }
  const page = selectAdminJobs(client, list, 'id', {}).range(...range)
  return withCount(page, fetchAdminListCount(client, 'jobs', state))
}

function selectListRows(client: Client, ids: string[]) {
  return client
    .from('jobs')
    .select(listColumns)
    .in('id', ids)
    .order('created_at', { referencedTable: 'bids', ascending: false })
    .limit(maxBidsShown + 1, { referencedTable: 'bids' })
    .order('scheduled_at', { referencedTable: 'consultations', ascending: false })
}

export type AdminJob = NonNullable<ReturnType<typeof useAdminJobs>['data']>['rows'][number]

type CsvRow = Omit<AdminJob, 'can_release' | 'bids' | 'consultations'>

export function adminJobsCsv(list: ListState, facilityId?: string) {
  return csvFile<CsvRow>({
    name: 'jobs',
    columns: [
      ['Title', ({ title }) => title],
      ['Id', ({ id }) => id],
      ['Facility', ({ facility }) => nameOf(facility)],
      ['Facility id', (job) => job.facility_id],
      ['Category', ({ category }) => category],
      ['Budget', ({ budget }) => budget],
      ['Status', stateOf],
      ['Awarded to', ({ awarded }) => (awarded ? nameOf(awarded) : null)],
      ['Awarded to id', (job) => job.awarded_contractor_id],
      ['Created', (job) => job.created_at],
    ],
    by: list.sort.by,
    maxRows: maxRowsInFile(list.filters['q'], list.sort),
    ask: async (after, count) =>
      selectAdminJobs(await supabase(), list, csvColumns, { after, facilityId }).limit(count),
  })
}

interface JobsOptions extends AdminSelectOptions {
  facilityId?: string | undefined
}

function selectAdminJobs<Columns extends string>(
  client: Client,
  { filters, sort }: ListState,
  columns: Columns,
  { count, after, facilityId }: JobsOptions,
) {
  const { q = '', state = '' } = filters
  const countOption = count ? { count } : {}
  const searchArgs = { query: q, ...(state ? { state } : {}), ...searchCursor(sort, after) }
  const fromState = () =>
    state === withoutBids
      ? client.rpc('admin_jobs_without_bids', {}, countOption).select(columns)
      : client.from('jobs').select(columns, countOption)
  let query = q
    ? client.rpc('admin_search_jobs', searchArgs, countOption).select(columns)
    : fromState()
  for (const condition of conditionsOf(state)) query = query.filter(...condition)
  if (facilityId) query = query.eq('facility_id', facilityId)
  return inKeysetOrder(query, sort, after)
}

type Condition = readonly [column: string, operator: string, value: string]

/** The filter for jobs that got no bid for three days. A database function finds these jobs. */
const withoutBids = 'without_bids'

export const jobStates = [
  { value: '', label: 'Any status' },
  { value: 'open', label: 'Open' },
  { value: withoutBids, label: 'No bids for 3 days' },
  { value: 'awarded', label: 'Awarded' },
  { value: 'finished', label: 'Finished' },
  { value: 'deleted', label: 'Deleted' },
]

const conditionsByState: Record<string, readonly Condition[]> = {
  // The filter includes awarded jobs, because the tile "Open Jobs" on the dashboard counts them too.
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
