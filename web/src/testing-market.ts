// Provides users, jobs, bids, consultations and payments for component tests. They have the same form as rows from the
// server. Tests pass only the values that they check or need.
import { sendBroadcast } from './testing-live.ts'
import { json, reply, rows, serveUnread } from './testing-network.ts'
import { userId } from './testing-screen.tsx'

const facilityId = '22222222-2222-4222-8222-222222222222'
export const contractorId = '33333333-3333-4333-8333-333333333333'
export const consultantId = '44444444-4444-4444-8444-444444444444'
export const jobId = '55555555-5555-4555-8555-555555555555'
export const bidId = '66666666-6666-4666-8666-666666666666'

type Row = Record<string, unknown>

function personRow(id: string, role: string, name: string): Row {
  return { id, role, full_name: name, username: null, company_name: null, profile_picture: null }
}

const dana = personRow(facilityId, 'facility', 'Dana Whitfield')
const ruth = personRow(contractorId, 'contractor', 'Ruth Ellison')
const vera = personRow(consultantId, 'consultant', 'Vera Lindqvist')

/** Returns a bid by Ruth on a job of the signed-in facility. */
export const receivedBid = (overrides: Row = {}): Row => ({
  id: bidId,
  amount: 900,
  status: 'pending',
  created_at: '2026-11-20T15:00:00Z',
  can_accept: true,
  can_chat: false,
  contractor: ruth,
  ...overrides,
})

/** Returns a job of the signed-in facility, without bids. */
export const postedJob = (overrides: Row = {}): Row => ({
  id: jobId,
  title: 'Reseal the dock',
  description: 'Two doors.',
  budget: 1000,
  category: 'Roofing',
  location: 'Lakewood',
  status: 'open',
  created_at: '2026-11-20T14:00:00Z',
  awarded_at: null,
  finished_at: null,
  awarded_contractor_id: null,
  bid_count: 0,
  can_edit: true,
  can_delete: true,
  photos: [],
  bids: [],
  ...overrides,
})

/** Returns a job that the signed-in contractor can bid on. */
export const availableJob = (overrides: Row = {}): Row => ({
  id: jobId,
  title: 'Reseal the dock',
  description: 'Two doors.',
  budget: 1200,
  category: 'Roofing',
  location: 'Lakewood',
  town: 'Lakewood',
  created_at: '2026-11-20T14:00:00+00:00',
  facility_id: facilityId,
  facility_name: 'Dana Whitfield',
  bid_count: 0,
  my_bid_status: null,
  can_bid: true,
  photos: [],
  bids: [],
  ...overrides,
})

/** Returns a bid of the signed-in contractor on one of Dana's jobs. */
export const ownBid = (overrides: Row = {}, job: Row = {}): Row => ({
  id: bidId,
  contractor_id: userId,
  amount: 900,
  status: 'pending',
  created_at: '2026-11-20T15:00:00Z',
  can_withdraw: true,
  can_chat: false,
  job: {
    id: jobId,
    title: 'Reseal the dock',
    budget: 1200,
    status: 'open',
    is_deleted: false,
    awarded_contractor_id: null,
    can_bid: false,
    can_finish: false,
    facility: dana,
    payments: null,
    ...job,
  },
  ...overrides,
})

/** Returns a consultation with Vera that the signed-in facility booked. */
export const bookedConsultation = (overrides: Row = {}): Row => ({
  id: 'consultation',
  consultant_id: consultantId,
  scheduled_at: '2026-12-01T17:00:00Z',
  ends_at: '2026-12-01T18:00:00Z',
  duration_minutes: 60,
  status: 'booked',
  fee: 90,
  can_cancel: true,
  can_review: false,
  has_ended: false,
  facility: { ...dana, time_zone: 'America/Los_Angeles' },
  consultant: { ...vera, time_zone: 'America/New_York' },
  job: null,
  payment: { status: 'pending' },
  ...overrides,
})

/** Returns Vera's row in the lists of consultants. */
export const listedConsultant = (overrides: Row = {}): Row => ({
  ...vera,
  headline: 'Boilers, measured',
  location: 'Fort Collins',
  services: ['Boiler tuning'],
  time_zone: 'America/New_York',
  consultation_fee: 90,
  average_rating: 0,
  review_count: 0,
  ...overrides,
})

/** Returns a payment of the signed-in facility to Ruth. */
export const duePayment = (overrides: Row = {}): Row => ({
  id: 'payment',
  amount: 900,
  status: 'pending',
  reference: null,
  created_at: '2026-11-20T15:00:00Z',
  paid_at: null,
  refunded_at: null,
  can_record: true,
  job: { id: jobId, title: 'Reseal the dock' },
  consultation: null,
  payer: dana,
  payee: ruth,
  ...overrides,
})

/** Returns a payment of the signed-in facility for a consultation with Vera. */
export const dueConsultationPayment = (overrides: Row = {}): Row =>
  duePayment({
    job: null,
    consultation: { title: 'Dec 3, 2:00 PM consultation' },
    payee: vera,
    ...overrides,
  })

/** Stubs a table or view. The stub calls `list` for every request, so a test can change the rows. */
export function serveRows(table: string, list: () => readonly Row[], total?: number) {
  reply('GET', `/rest/v1/${table}`, () => rows(list(), total))
  reply('HEAD', `/rest/v1/${table}`, () => rows([], total ?? list().length))
}

/** Stubs the search for available jobs, the details of the jobs, and the job categories. */
export function serveAvailableJobs(
  list: () => readonly Row[],
  { hasMore = false, total = 0 } = {},
) {
  reply('GET', '/rest/v1/rpc/find_available_jobs', () =>
    rows(
      list().map(({ id }) => ({
        id,
        total: total || list().length,
        has_more: hasMore,
        snapshot: '10:10:',
      })),
    ),
  )
  serveRows('dashboard_available_jobs', list)
}

let lastTransaction = 10

/** Sends the event of an available job that appeared, changed or disappeared, as the database does. */
export function sendJobEvent({ before, row }: { before?: Row; row?: Row }) {
  lastTransaction += 1
  sendBroadcast(
    'available-jobs',
    'job',
    {
      xid: String(lastTransaction),
      id: (row ?? before)?.['id'],
      before: before ?? null,
      row: row ?? null,
      is_new: before === undefined,
    },
    '',
  )
}

export const noBids = {
  total_bids: 0,
  pending_bids: 0,
  awarded_bids: 0,
  finished_bids: 0,
  rejected_bids: 0,
  withdrawn_bids: 0,
  win_rate: 0,
  decided_win_rate: null,
  amount_due: 0,
  amount_paid: 0,
}

interface DashboardReply {
  figures?: Row
  openItems?: () => readonly Row[]
  openItemsByKind?: Record<string, number>
  jobCategories?: string[] | null
}

/** Stubs the figures, the open items, the counts of the tabs and the counts of unread messages and notices. `openItems` is called for every request. */
export function serveDashboard({
  figures = {},
  openItems = () => [],
  openItemsByKind = {},
  jobCategories = ['General', 'Roofing'],
}: DashboardReply) {
  serveUnread(() => ({ messages: 0, notices: 0 }))
  reply('GET', '/rest/v1/rpc/my_dashboard', () =>
    json({
      figures,
      open_items: openItems(),
      job_counts: {},
      consultation_counts: {},
      open_items_by_kind: openItemsByKind,
      job_categories: jobCategories,
    }),
  )
}

/** Stubs an empty dashboard of a contractor. A test can define other replies afterward. */
export function serveContractorDashboard() {
  serveAvailableJobs(() => [])
  serveDashboard({ figures: noBids })
  serveRows('bids', () => [])
  serveRows('payments', () => [])
}

/** Returns the figures of the platform that an admin sees. */
export const platformFigures = (overrides: Row = {}): Row => ({
  open_jobs: 12,
  pending_bids: 4,
  today: '2026-11-20',
  users_by_role: {},
  ...overrides,
})

export const noFigures = {
  active_contractors: 0,
  booked_consultants: 0,
  active_jobs: 0,
  total_jobs: 0,
  total_bids: 0,
}

/** Stubs an empty dashboard of a facility. */
export function serveFacilityDashboard() {
  serveDashboard({ figures: noFigures })
  serveRows('messages', () => [])
  serveRows('jobs', () => [])
  serveRows('bids', () => [])
  serveRows('consultations', () => [])
  serveRows('payments', () => [])
  serveRows('job_categories', () => [{ name: 'General' }, { name: 'HVAC' }, { name: 'Roofing' }])
  reply('POST', '/rest/v1/rpc/search_consultants', () => rows([]))
}
