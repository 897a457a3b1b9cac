// Provides a job with its bids for component tests of its pages.
import { contractorId, jobId, serveRows } from './testing-market.ts'
import { userId } from './testing-screen.tsx'

type Row = Record<string, unknown>

const person = (id: string, role: string, name: string): Row => ({
  id,
  role,
  full_name: name,
  username: null,
  company_name: null,
})

export const ruth = person(contractorId, 'contractor', 'Ruth Ellison')

/** Returns a job as its page reads it. Its facility is Dana. */
export const jobDetails = (overrides: Row = {}): Row => ({
  id: jobId,
  title: 'Reseal the dock',
  description: 'Two doors on the north side.',
  budget: 1000,
  category: 'Roofing',
  location: 'Lakewood',
  status: 'open',
  is_deleted: false,
  created_at: '2026-11-10T15:00:00Z',
  awarded_at: null,
  finished_at: null,
  awarded_contractor_id: null,
  bid_count: 0,
  can_edit: false,
  can_delete: false,
  can_bid: false,
  can_finish: false,
  can_release: false,
  photos: [],
  first_bids: [],
  facility: person('facility', 'facility', 'Dana Whitfield'),
  awarded: null,
  ...overrides,
})

/** The columns of a job that the signed-in facility posted. */
export const isOwn = { facility: person(userId, 'facility', 'Dana Whitfield') }

interface JobPageReply {
  /** Each function is called for every request. */
  job?: () => Row | undefined
  bids?: () => readonly Row[]
  payment?: () => Row | undefined
  conversations?: () => readonly Row[]
  consultations?: () => readonly Row[]
}

const nothing = () => []

/** Stubs the requests of a job's page. */
export function serveJobPage({
  job = () => jobDetails(),
  bids = nothing,
  payment = () => undefined,
  conversations = nothing,
  consultations = nothing,
}: JobPageReply) {
  const listOf = (row: Row | undefined) => (row ? [row] : [])
  serveRows('jobs', () => listOf(job()))
  serveRows('bids', bids)
  serveRows('payments', () => listOf(payment()))
  serveRows('dashboard_inbox_preview', conversations)
  serveRows('consultations', consultations)
}
