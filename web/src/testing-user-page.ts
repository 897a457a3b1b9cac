// Provides the responses behind the page of a user for component tests.
import { danaId, listedJobId, ruthId } from './testing-admin.ts'
import { json, reply } from './testing-network.ts'

type Row = Record<string, unknown>

export const overview = (overrides: Row = {}): Row => ({
  id: ruthId,
  role: 'contractor',
  username: 'ruth',
  full_name: 'Ruth Ellison',
  company_name: 'Ellison Roofing',
  location: 'Arvada, CO',
  profile_picture: null,
  email: 'ruth@example.com',
  phone: null,
  created_at: '2025-10-08T15:00:00Z',
  last_active_at: '2025-11-20T15:00:00Z',
  banned_until: null,
  session_count: 2,
  second_factors: ['totp'],
  document_count: 1,
  bid_count: 41,
  bids_pending: 3,
  bids_won: 17,
  bids_decided: 38,
  job_count: 0,
  jobs_open: 0,
  jobs_awarded: 0,
  jobs_finished: 0,
  consultation_count: 0,
  consultations_upcoming: 0,
  average_rating: null,
  review_count: 0,
  payment_count: 15,
  amount_of_year: 148_200,
  amount_of_year_before: 121_500,
  amount_due: 950.5,
  monthly_counts: [2, 1, 3, 2, 4, 3, 5, 4, 3, 6, 4, 5],
  ...overrides,
})

export const activityEvent = (overrides: Row = {}): Row => ({
  key: 'bid:1',
  at: new Date().toISOString(),
  kind: 'bid',
  title: 'Reseal the dock',
  job_id: listedJobId,
  amount: 950,
  budget: 1000,
  rating: null,
  other_id: danaId,
  other_name: 'Halls of Denver',
  ...overrides,
})

/** Stubs the overview and the activity. The stubs call `user` and `events` for every request. */
export function serveUserPage(user: () => readonly Row[], events: () => readonly Row[]) {
  reply('GET', '/rest/v1/rpc/admin_user_overview', () => json(user()))
  reply('GET', '/rest/v1/rpc/admin_user_activity', () => json(events()))
}
