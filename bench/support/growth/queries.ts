// Lists the queries of the growth benchmark. They belong to the dashboards, the inbox,
// conversations, the search for work, and the admin screens. Each measured user has the same number
// of jobs in the small and in the large market.
import { contractorDashboard, facilityDashboard, type Query } from '../story/dashboards.ts'
import type { Market } from '../market.ts'
import { jobId, personId } from '../people.ts'

/** The queries of one screen. `person` is the number of the user who opens it. */
interface Screen {
  name: string
  person: number
  queries: readonly Query[]
}

/** Only one open job and one audit log entry contain the number `jobs - offsetFromEnd`. */
const offsetFromEnd = 229
const newestFirst = 'created_at.desc,id.asc'
const withCount = { isCounted: true }

export function screensOf({ jobs, facilities, contractors }: Market): Screen[] {
  const admin = facilities + contractors + 201
  const facility = { ordinary: admin + 1, busy: admin + 2 }
  const contractor = { ordinary: admin + 3, busy: admin + 4 }
  const uniqueJob = jobs - offsetFromEnd
  return [
    dashboard('A facility with 50 jobs', facility.ordinary, facilityDashboard),
    dashboard('A facility with 300 jobs', facility.busy, facilityDashboard),
    dashboard('A contractor with 55 bids', contractor.ordinary, contractorDashboard),
    dashboard('A contractor with 450 bids', contractor.busy, contractorDashboard),
    { name: 'Inbox, 50 jobs', person: facility.ordinary, queries: inbox() },
    { name: 'Inbox, 300 jobs', person: facility.busy, queries: inbox() },
    { name: 'Inbox, 450 bids', person: contractor.busy, queries: inbox() },
    { name: 'A conversation', person: facility.busy, queries: conversation(facility.busy) },
    {
      name: 'A consultant with 100 consultations',
      person: facilities + contractors + 1,
      queries: [
        makeQuery('figures', 'dashboard_consultant_summary', { select: '*' }),
        ...consultations('consultant_id', facilities + contractors + 1),
      ],
    },
    {
      name: 'A facility with 60 consultations',
      person: 1,
      queries: consultations('facility_id', 1),
    },
    { name: 'Looking for work', person: contractor.ordinary, queries: search(uniqueJob) },
    { name: "The admin's dashboard", person: admin, queries: adminDashboard() },
    { name: "The admin's lists", person: admin, queries: adminLists(uniqueJob, facility.busy) },
  ]
}

function dashboard(name: string, person: number, of: typeof facilityDashboard): Screen {
  return { name, person, queries: of(personId(person)).queries }
}

function inbox(): Query[] {
  const columns =
    'id,job_id,consultation_id,thread_title,sender_name,content,created_at,unread_count,counterpart_id,counterpart_name'
  const page = { select: columns, order: newestFirst, offset: '0', limit: '25' }
  const parts = ['thread_title', 'counterpart_name', 'sender_name', 'content']
  return [
    makeQuery('a page of threads', 'dashboard_inbox_preview', page, withCount),
    makeQuery(
      'unread threads',
      'dashboard_inbox_preview',
      { ...page, unread_count: 'gt.0' },
      withCount,
    ),
    makeQuery(
      'threads by a part of a title',
      'dashboard_inbox_preview',
      { ...page, or: `(${parts.map((part) => `${part}.ilike."*Job 6*"`).join()})` },
      withCount,
    ),
  ]
}

/** The number of a job of the busy facility. The conversations about this job have messages. */
const jobWithMessages = 60

function conversation(facility: number): Query[] {
  const job = jobId(jobWithMessages)
  const messages = { select: 'client_id,seq,sender_id,content,read,created_at' }
  return [
    makeQuery('permission to write', 'rpc/conversation_state', { job_id: job }),
    makeQuery('the newest 50 messages', 'messages', {
      ...messages,
      job_id: `eq.${job}`,
      order: 'seq.desc',
      limit: '50',
    }),
    makeQuery('its conversations', 'conversations', {
      select:
        'id,job:jobs(title,status),partner:profiles!conversations_partner_id_fkey(id,full_name)',
      job_id: `eq.${job}`,
      facility_id: `eq.${personId(facility)}`,
    }),
  ]
}

const consultationColumns =
  'id,scheduled_at,ends_at,duration_minutes,status,fee,can_cancel,can_review,has_ended,' +
  'facility:profiles!consultations_facility_id_fkey(role,full_name,username,company_name,time_zone),' +
  'consultant:profiles!consultations_consultant_id_fkey(id,role,full_name,username,company_name,time_zone),' +
  'job:jobs(title),payment:payments(status)'

function consultations(column: 'consultant_id' | 'facility_id', person: number): Query[] {
  const filters = { [column]: `eq.${personId(person)}`, status: 'eq.booked' }
  const page = { ...filters, select: consultationColumns, offset: '0', limit: '10' }
  return [
    makeQuery(
      'upcoming consultations',
      'consultations',
      { ...page, has_ended: 'is.false', order: 'scheduled_at.asc,id.asc' },
      withCount,
    ),
    makeQuery(
      'past consultations',
      'consultations',
      { ...page, has_ended: 'is.true', order: 'scheduled_at.desc,id.asc' },
      withCount,
    ),
  ]
}

function search(uniqueJob: number): Query[] {
  const rows = (ids: string[]) => ({
    table: 'dashboard_available_jobs',
    query: { select: '*', id: `in.(${ids.join()})` },
  })
  const list = (name: string, query: Record<string, string>): Query => ({
    ...makeQuery(name, 'rpc/find_available_jobs', { size: '10', ...query }),
    thenByIds: rows,
  })
  return [
    list('by a word of 40 jobs', { query: 'boiler' }),
    list('by the title of one job', { query: `Job ${uniqueJob}` }),
    list('by a word of nearly every job', { query: 'job' }),
    list('of a category', { category: 'HVAC' }),
    list('of a budget', { budget_to: '1000' }),
    list('by budget, the highest first', { by_budget: 'true' }),
  ]
}

function adminDashboard(): Query[] {
  const dayBefore = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const range = { start_date: dayBefore(179), end_date: dayBefore(0) }
  const openItems = { select: '*', order: 'since.desc,id.asc', limit: '4' }
  return [
    makeQuery('users by role', 'dashboard_total_users_by_role', { select: 'role,total' }),
    makeQuery('live metrics', 'admin_live_metrics', { select: '*' }),
    makeQuery('open items', 'dashboard_waiting', openItems, withCount),
    makeQuery('counts of open items', 'dashboard_waiting_counts', { select: '*' }),
    makeQuery('jobs by category', 'rpc/get_job_category_analytics', range),
    makeQuery('jobs and bids, 90 days and 90 before', 'rpc/get_job_analytics', range),
    makeQuery('revenue, 90 days and 90 before', 'rpc/get_revenue_analytics', range),
    makeQuery('new users, 90 days and 90 before', 'rpc/get_user_growth', range),
  ]
}

function adminLists(uniqueJob: number, facility: number): Query[] {
  const page = { select: 'id', order: newestFirst, offset: '0', limit: '25' }
  const entries = { ...page, order: 'at.desc,id.asc' }
  const list = (name: string, table: string, query: Record<string, string> = {}) =>
    makeQuery(name, table, { ...page, ...query }, withCount)
  /**
   * Returns the requests of a list whose total the database stores. The request for a page
   * therefore needs no exact count.
   */
  const listWithStoredTotal = (
    name: string,
    table: string,
    totalKey: string[],
    query = {},
  ): Query => {
    const [of = '', part] = totalKey
    const listArguments = { list: of, ...(part ? { part } : {}) }
    const requests = [
      { table, query: { ...page, ...query } },
      { table: 'rpc/admin_list_number', query: listArguments },
    ]
    return { key: [], name, requests }
  }
  const searchByName = (name: string, table: string, text: string) =>
    list(`${name} by a part of a name`, `rpc/admin_search_${table}`, { query: text })
  return [
    listWithStoredTotal('users', 'admin_user_list', ['users']),
    list('users by a part of a name', 'rpc/admin_search_users', { query: `person-${facility}` }),
    listWithStoredTotal('jobs', 'jobs', ['jobs']),
    listWithStoredTotal('open jobs', 'jobs', ['jobs', 'open'], {
      status: 'eq.open',
      is_deleted: 'is.false',
    }),
    makeQuery('jobs without bids', 'rpc/admin_find_jobs_without_bids', {}),
    makeQuery('the same by budget, the highest first', 'rpc/admin_find_jobs_without_bids', {
      sorted_by: 'budget',
    }),
    makeQuery('the same by title', 'rpc/admin_find_jobs_without_bids', {
      sorted_by: 'title',
      descending: 'false',
    }),
    listWithStoredTotal('deleted jobs', 'jobs', ['jobs', 'deleted'], { is_deleted: 'is.true' }),
    searchByName('jobs', 'jobs', 'boiler'),
    listWithStoredTotal('bids', 'bids', ['bids']),
    listWithStoredTotal('pending bids', 'bids', ['bids', 'pending'], { status: 'eq.pending' }),
    listWithStoredTotal('withdrawn bids', 'bids', ['bids', 'withdrawn'], {
      status: 'eq.withdrawn',
    }),
    searchByName('bids', 'bids', 'boiler'),
    listWithStoredTotal('payments', 'payments', ['payments']),
    listWithStoredTotal('refunded payments', 'payments', ['payments', 'refunded'], {
      status: 'eq.refunded',
    }),
    searchByName('payments', 'payments', 'boiler'),
    listWithStoredTotal('entries of the audit log', 'admin_audit_entries', ['entries'], entries),
    makeQuery(
      'entries by a part of a reason',
      'rpc/admin_search_audit',
      { ...entries, query: `ticket ${uniqueJob}` },
      withCount,
    ),
  ]
}

function makeQuery(
  name: string,
  table: string,
  query: Record<string, string>,
  options: { isCounted?: boolean } = {},
): Query {
  return { key: [], name, requests: [{ table, query, ...options }] }
}
