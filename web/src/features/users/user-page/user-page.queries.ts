// Reads one user for admins: the overview, the activity and the sessions.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Database } from '../../../../../contract/database.ts'
import { dataOf } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { parseRole } from '#lib/session/roles.ts'
import { supabase } from '#lib/supabase.ts'

type Functions = Database['public']['Functions']

/** The generated types do not say that the columns of a function may be null. */
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

type OverviewRow = Nullable<Functions['admin_user_overview']['Returns'][number]>
type ActivityRow = Nullable<Functions['admin_user_activity']['Returns'][number]>

/** The result is null if the user does not exist. The key is under the one that actions on users invalidate. */
export const userOverview = (userId: string) =>
  queryOptions({
    queryKey: ['accounts', 'people', 'one', userId],
    queryFn: () => fetchOverview(userId),
  })

async function fetchOverview(userId: string) {
  if (!isUuid(userId)) return null
  const client = await supabase()
  const found = await client.rpc('admin_user_overview', { user_id: userId }, { get: true })
  const [row] = dataOf(found)
  return row ? toOverview(row) : null
}

function toOverview(row: OverviewRow) {
  const phone = row.phone ? `+${row.phone}` : ''
  const email = row.email ?? ''
  const role = parseRole(row.role ?? '')
  const company = row.company_name ?? ''
  const ownName = row.full_name || row.username || ''
  const nameByRole = role === 'facility' ? company || ownName : ownName || company
  return {
    id: row.id ?? '',
    role,
    name: nameByRole || email || phone || 'Someone',
    username: row.username ?? '',
    fullName: row.full_name ?? '',
    company,
    /** The name of the contact person of a facility, or the company of other users. */
    secondName: role === 'facility' ? ownName : company,
    location: row.location ?? '',
    picture: row.profile_picture,
    email,
    phone,
    createdAt: row.created_at ?? '',
    lastActiveAt: row.last_active_at,
    bannedUntil: row.banned_until,
    sessionCount: row.session_count ?? 0,
    secondFactors: row.second_factors ?? [],
    documentCount: row.document_count ?? 0,
    paymentCount: row.payment_count ?? 0,
    amountOfYear: row.amount_of_year ?? 0,
    amountOfYearBefore: row.amount_of_year_before ?? 0,
    amountDue: row.amount_due ?? 0,
    monthlyCounts: row.monthly_counts ?? [],
    bids: {
      all: row.bid_count ?? 0,
      pending: row.bids_pending ?? 0,
      won: row.bids_won ?? 0,
      decided: row.bids_decided ?? 0,
    },
    jobs: {
      all: row.job_count ?? 0,
      open: row.jobs_open ?? 0,
      awarded: row.jobs_awarded ?? 0,
      finished: row.jobs_finished ?? 0,
    },
    consultations: {
      all: row.consultation_count ?? 0,
      upcoming: row.consultations_upcoming ?? 0,
      averageRating: row.average_rating,
      reviews: row.review_count ?? 0,
    },
  }
}

export type UserOverview = ReturnType<typeof toOverview>

const pageSize = 20

interface Cursor {
  latest: string
  beyond: string
}

const firstPage: Partial<Cursor> = {}

export const userActivity = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['accounts', 'people', 'activity', userId],
    initialPageParam: firstPage,
    queryFn: ({ pageParam }) => fetchActivity(userId, pageParam),
    getNextPageParam: (page) => page.next,
  })

/** Reads one event more than the page shows, to know whether there is another page. */
async function fetchActivity(userId: string, cursor: Partial<Cursor>) {
  const client = await supabase()
  const args = { user_id: userId, page_size: pageSize + 1, ...cursor }
  const rows = dataOf(await client.rpc('admin_user_activity', args, { get: true }))
  const events = rows.slice(0, pageSize).map(toEvent)
  const last = events.at(-1)
  return {
    events,
    next: last && rows.length > pageSize ? { latest: last.at, beyond: last.key } : undefined,
  }
}

function toEvent(row: ActivityRow) {
  return {
    key: row.key ?? '',
    at: row.at ?? '',
    kind: row.kind ?? '',
    title: row.title ?? '',
    jobId: row.job_id,
    amount: row.amount,
    budget: row.budget,
    rating: row.rating,
    otherId: row.other_id,
    otherName: row.other_name ?? '',
  }
}

export type UserEvent = ReturnType<typeof toEvent>

export const userSessions = (userId: string) =>
  queryOptions({
    queryKey: ['accounts', 'people', 'sessions', userId],
    queryFn: async () => {
      const client = await supabase()
      return dataOf(await client.rpc('admin_user_sessions', { user_id: userId }, { get: true }))
    },
  })
