// Provides rows of the admin lists for component tests.
import { json, reply, rows } from './testing-network.ts'

type Row = Record<string, unknown>

export const listedJobId = '5d2f9c3a-2222-4222-8222-222222222222'
export const danaId = '5d2f9c3a-3333-4333-8333-333333333333'
export const ruthId = '5d2f9c3a-1111-4111-8111-111111111111'

export const listedUser = (overrides: Row = {}): Row => ({
  id: ruthId,
  username: 'ruth',
  full_name: 'Ruth Ellison',
  email: 'ruth@example.com',
  role: 'contractor',
  company_name: null,
  created_at: '2026-11-20T15:00:00Z',
  last_active_at: null,
  banned_until: null,
  ...overrides,
})

export const newSignUp = (overrides: Row = {}): Row => ({
  id: ruthId,
  full_name: 'Nora Quist',
  email: 'nora@example.com',
  phone: null,
  created_at: '2026-11-20T15:00:00Z',
  banned_until: null,
  ...overrides,
})

export const unsentMail = (overrides: Row = {}): Row => ({
  id: 'mail-1',
  kind: 'auth.link',
  about: 'recovery',
  address: 'vera@example.com',
  recipient_id: null,
  last_error: '550 5.1.1 <b>unknown</b>',
  attempts: 16,
  created_at: '2026-11-20T15:00:00Z',
  dead_at: '2026-11-23T15:00:00Z',
  ...overrides,
})

export const demoRequest = (overrides: Row = {}): Row => ({
  id: 'request-1',
  full_name: '<i>Véra</i>',
  email: 'vera@example.com',
  company: 'Halls',
  message: 'Eleven sites, and too many phone calls.',
  handled: false,
  created_at: '2026-11-20T15:00:00Z',
  ...overrides,
})

const dana = { role: 'facility', full_name: 'Dana Whitfield', username: null, company_name: null }
const ruth = { role: 'contractor', full_name: 'Ruth Ellison', username: null, company_name: null }

export const listedJob = (overrides: Row = {}): Row => ({
  id: listedJobId,
  title: 'Reseal the dock',
  category: 'Roofing',
  budget: 1000,
  status: 'open',
  is_deleted: false,
  awarded_at: null,
  awarded_contractor_id: null,
  awarded: null,
  created_at: '2026-11-20T15:00:00Z',
  facility_id: danaId,
  facility: dana,
  can_release: false,
  bids: [],
  consultations: [],
  ...overrides,
})

export const listedBid = (overrides: Row = {}): Row => ({
  id: '5d2f9c3a-4444-4444-8444-444444444444',
  amount: 950,
  status: 'pending',
  created_at: '2026-11-20T15:00:00Z',
  job_id: listedJobId,
  contractor_id: ruthId,
  job: { title: 'Reseal the dock' },
  contractor: ruth,
  ...overrides,
})

export const listedPayment = (overrides: Row = {}): Row => ({
  id: '5d2f9c3a-5555-4555-8555-555555555555',
  amount: 950,
  status: 'paid',
  reference: 'Check 17',
  created_at: '2026-11-20T15:00:00Z',
  paid_at: '2026-11-21T15:00:00Z',
  refunded_at: null,
  payer_id: danaId,
  payee_id: ruthId,
  payer: dana,
  payee: ruth,
  job_id: listedJobId,
  job: { title: 'Reseal the dock' },
  consultation: null,
  can_refund: true,
  ...overrides,
})

export const auditEntry = (overrides: Row = {}): Row => ({
  id: 7,
  at: '2026-11-20T15:00:00Z',
  actor_id: '5d2f9c3a-6666-4666-8666-666666666666',
  actor_name: 'Joanna Reyes',
  action: 'set_role',
  subject: ruthId,
  subject_name: 'Ruth Ellison',
  other_name: null,
  reason: 'Asked for it',
  details: { from: 'contractor', to: 'consultant' },
  ...overrides,
})

/** Stubs an admin list. The stub calls `list` and `total` for every request. */
export function serveAdminList(
  paths: readonly string[],
  list: () => readonly Row[],
  total = () => list().length,
) {
  for (const path of paths)
    for (const method of path.startsWith('rpc/') ? ['GET', 'POST'] : ['GET'])
      reply(method, `/rest/v1/${path}`, () => rows(list(), total()))
  reply('GET', '/rest/v1/rpc/admin_list_number', () => json(total()))
}

export const userPaths = ['admin_user_list', 'rpc/admin_search_users']
