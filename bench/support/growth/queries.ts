// Lists the queries of the growth benchmark: dashboards, the inbox, conversations, the search for
// work, and the admin screens. Its users have the same number of jobs in the small and in the large
// market.
import { contractorDashboard, facilityDashboard, type Query } from '../story/dashboards.ts'
import type { Market } from '../market.ts'
import { jobId, personId } from '../people.ts'

/** The queries of one screen. `person` is the number of its user in the market. */
interface Screen {
  name: string
  person: number
  questions: readonly Query[]
}

/** `jobs - fromTheEnd` is a number that only one open job and one audit log entry contain. */
const fromTheEnd = 229
const newestFirst = 'created_at.desc,id.asc'
const counted = { isCounted: true }

export function screensOf({ jobs, facilities, contractors }: Market): Screen[] {
  const admin = facilities + contractors + 201
  const facility = { ordinary: admin + 1, busy: admin + 2 }
  const contractor = { ordinary: admin + 3, busy: admin + 4 }
  const single = jobs - fromTheEnd
  return [
    dashboard('A facility with 50 jobs', facility.ordinary, facilityDashboard),
    dashboard('A facility with 300 jobs', facility.busy, facilityDashboard),
    dashboard('A contractor with 55 bids', contractor.ordinary, contractorDashboard),
    dashboard('A contractor with 450 bids', contractor.busy, contractorDashboard),
    { name: 'Inbox, 50 jobs', person: facility.ordinary, questions: inbox() },
    { name: 'Inbox, 300 jobs', person: facility.busy, questions: inbox() },
    { name: 'Inbox, 450 bids', person: contractor.busy, questions: inbox() },
    { name: 'A conversation', person: facility.busy, questions: conversation(facility.busy) },
    {
      name: 'A consultant with 100 consultations',
      person: facilities + contractors + 1,
      questions: [
        asked('figures', 'dashboard_consultant_summary', { select: '*' }),
        ...consultations('consultant_id', facilities + contractors + 1),
      ],
    },
    {
      name: 'A facility with 60 consultations',
      person: 1,
      questions: consultations('facility_id', 1),
    },
    { name: 'Looking for work', person: contractor.ordinary, questions: search(single) },
    { name: "The admin's dashboard", person: admin, questions: adminDashboard() },
    { name: "The admin's lists", person: admin, questions: adminLists(single, facility.busy) },
  ]
}

function dashboard(name: string, person: number, of: typeof facilityDashboard): Screen {
  return { name, person, questions: of(personId(person)).queries }
}

function inbox(): Query[] {
  const columns =
    'id,job_id,consultation_id,thread_title,sender_name,content,created_at,unread_count,counterpart_id,counterpart_name'
  const page = { select: columns, order: newestFirst, offset: '0', limit: '25' }
  const parts = ['thread_title', 'counterpart_name', 'sender_name', 'content']
  return [
    asked('a page of threads', 'dashboard_inbox_preview', page, counted),
    asked('unread threads', 'dashboard_inbox_preview', { ...page, unread_count: 'gt.0' }, counted),
    asked(
      'threads by a part of a title',
      'dashboard_inbox_preview',
      { ...page, or: `(${parts.map((part) => `${part}.ilike."*Job 6*"`).join()})` },
      counted,
    ),
  ]
}

/** The number of a job of the busy facility. The conversations about this job have messages. */
const talkedAbout = 60

function conversation(facility: number): Query[] {
  const job = jobId(talkedAbout)
  const messages = { select: 'client_id,seq,sender_id,content,read,created_at' }
  return [
    asked('permission to write', 'rpc/conversation_state', { job_id: job }),
    asked('the newest 50 messages', 'messages', {
      ...messages,
      job_id: `eq.${job}`,
      order: 'seq.desc',
      limit: '50',
    }),
    asked('its conversations', 'conversations', {
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

function consultations(side: 'consultant_id' | 'facility_id', person: number): Query[] {
  const own = { [side]: `eq.${personId(person)}`, status: 'eq.booked' }
  const page = { ...own, select: consultationColumns, offset: '0', limit: '10' }
  return [
    asked(
      'upcoming consultations',
      'consultations',
      { ...page, has_ended: 'is.false', order: 'scheduled_at.asc,id.asc' },
      counted,
    ),
    asked(
      'past consultations',
      'consultations',
      { ...page, has_ended: 'is.true', order: 'scheduled_at.desc,id.asc' },
      counted,
    ),
  ]
}

function search(single: number): Query[] {
  const rows = (ids: string[]) => ({
    table: 'dashboard_available_jobs',
    query: { select: '*', id: `in.(${ids.join()})` },
  })
  const list = (what: string, query: Record<string, string>): Query => ({
    ...asked(what, 'rpc/find_available_jobs', { size: '10', ...query }),
    thenByIds: rows,
  })
  return [
    list('by a word of 40 jobs', { query: 'boiler' }),
    list('by the title of one job', { query: `Job ${single}` }),
    list('by a word of nearly every job', { query: 'job' }),
    list('of a category', { category: 'HVAC' }),
    list('of a budget', { budget_to: '1000' }),
    list('by budget, the highest first', { by_budget: 'true' }),
  ]
}

function adminDashboard(): Query[] {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const range = { start_date: day(179), end_date: day(0) }
  const waiting = { select: '*', order: 'since.desc,id.asc', limit: '4' }
  return [
    asked('users by role', 'dashboard_total_users_by_role', { select: 'role,total' }),
    asked('live metrics', 'admin_live_metrics', { select: '*' }),
    asked('open items', 'dashboard_waiting', waiting, counted),
    asked('counts of open items', 'dashboard_waiting_counts', { select: '*' }),
    asked('jobs by category', 'rpc/get_job_categories', {}),
    asked('jobs and bids, 90 days and 90 before', 'rpc/get_job_analytics', range),
    asked('revenue, 90 days and 90 before', 'rpc/get_revenue_analytics', range),
    asked('new users, 90 days and 90 before', 'rpc/get_user_growth', range),
  ]
}

function adminLists(single: number, facility: number): Query[] {
  const page = { select: 'id', order: newestFirst, offset: '0', limit: '25' }
  const entries = { ...page, order: 'at.desc,id.asc' }
  const list = (what: string, table: string, query: Record<string, string> = {}) =>
    asked(what, table, { ...page, ...query }, counted)
  /**
   * Returns the requests of a list whose total is stored. The request for a page needs no exact
   * count.
   */
  const known = (what: string, table: string, number: string[], query = {}): Query => {
    const [of = '', part] = number
    const wanted = { list: of, ...(part ? { part } : {}) }
    const asks = [
      { table, query: { ...page, ...query } },
      { table: 'rpc/admin_list_number', query: wanted },
    ]
    return { key: [], what, asks }
  }
  const find = (what: string, table: string, text: string) =>
    list(`${what} by a part of a name`, `rpc/admin_search_${table}`, { query: text })
  return [
    known('users', 'admin_user_list', ['users']),
    list('users by a part of a name', 'rpc/admin_search_users', { query: `person-${facility}` }),
    known('jobs', 'jobs', ['jobs']),
    known('open jobs', 'jobs', ['jobs', 'open'], { status: 'eq.open', is_deleted: 'is.false' }),
    asked('jobs without bids', 'rpc/admin_find_jobs_without_bids', {}),
    asked('the same by budget, the highest first', 'rpc/admin_find_jobs_without_bids', {
      sorted_by: 'budget',
    }),
    asked('the same by title', 'rpc/admin_find_jobs_without_bids', {
      sorted_by: 'title',
      descending: 'false',
    }),
    known('deleted jobs', 'jobs', ['jobs', 'deleted'], { is_deleted: 'is.true' }),
    find('jobs', 'jobs', 'boiler'),
    known('bids', 'bids', ['bids']),
    known('pending bids', 'bids', ['bids', 'pending'], { status: 'eq.pending' }),
    known('withdrawn bids', 'bids', ['bids', 'withdrawn'], { status: 'eq.withdrawn' }),
    find('bids', 'bids', 'boiler'),
    known('payments', 'payments', ['payments']),
    known('refunded payments', 'payments', ['payments', 'refunded'], { status: 'eq.refunded' }),
    find('payments', 'payments', 'boiler'),
    known('entries of the audit log', 'admin_audit_entries', ['entries'], entries),
    asked(
      'entries by a part of a reason',
      'rpc/admin_search_audit',
      { ...entries, query: `ticket ${single}` },
      counted,
    ),
  ]
}

function asked(
  what: string,
  table: string,
  query: Record<string, string>,
  more: { isCounted?: boolean } = {},
): Query {
  return { key: [], what, asks: [{ table, query, ...more }] }
}
