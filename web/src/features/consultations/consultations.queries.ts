import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { type ListPage, usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import type { Sort } from '#lib/lists/sort.ts'
import { activeTab, type Condition, type ListTab, type TabCounts } from '#lib/lists/list-tabs.ts'
import { patchRows } from '#lib/lists/patch-page.ts'
import type { Change } from '#lib/live/subjects.ts'
import { readDashboard } from '#lib/my-dashboard.ts'
import { supabase } from '#lib/supabase.ts'

export const consultationsPageSize = 10

const myConsultationColumns = `
  id, consultant_id, scheduled_at, ends_at, duration_minutes, status, fee, can_cancel, can_review, has_ended,
  facility:profiles!consultations_facility_id_fkey(time_zone),
  consultant:profiles!consultations_consultant_id_fkey(id, role, full_name, username, company_name, time_zone),
  job:jobs(id, title),
  payment:payments(status)
` as const

/** Reads the consultations that a facility booked. */
export function useMyConsultations(userId: string, list: ListState) {
  return usePage({
    key: ['consultations', 'mine', userId],
    list,
    size: consultationsPageSize,
    ask: async (from, to) => {
      const { filters, sort } = list
      let query = (await supabase())
        .from('consultations')
        .select(myConsultationColumns, { count: 'exact' })
        .eq('facility_id', userId)
      const { conditions } = activeTab(consultationTabs, filters['when'])
      for (const condition of conditions) query = query.filter(...condition)
      return query.order(sort.by, { ascending: !sort.descending }).order('id').range(from, to)
    },
  })
}

type MyConsultationRows = NonNullable<ReturnType<typeof useMyConsultations>['data']>['rows']
export type MyConsultation = MyConsultationRows[number]

const bookedConsultationColumns = `
  id, scheduled_at, ends_at, duration_minutes, status, fee, can_cancel, has_ended,
  facility:profiles!consultations_facility_id_fkey(role, full_name, username, company_name, time_zone),
  consultant:profiles!consultations_consultant_id_fkey(time_zone),
  payment:payments(status)
` as const

/** Reads the consultations that facilities booked with a consultant. */
export function useBookedConsultations(userId: string, list: ListState) {
  return usePage({
    key: ['consultations', 'booked', userId],
    list,
    size: consultationsPageSize,
    ask: async (from, to) => {
      const { filters, sort } = list
      let query = (await supabase())
        .from('consultations')
        .select(bookedConsultationColumns, { count: 'exact' })
        .eq('consultant_id', userId)
      const { conditions } = activeTab(consultationTabs, filters['when'])
      for (const condition of conditions) query = query.filter(...condition)
      return query.order(sort.by, { ascending: !sort.descending }).order('id').range(from, to)
    },
    applyChange: applyPaymentOfConsultation,
  })
}

interface ConsultationWithPayment {
  id: string
  payment: { status: string } | null
}

/** Applies the change of a payment to its consultation. */
function applyPaymentOfConsultation<Row extends ConsultationWithPayment>(
  page: ListPage<Row>,
  { table, event, row: { consultation_id: consultationId, status } }: Change,
): ListPage<Row> | undefined {
  if (table !== 'payments' || event === 'DELETE' || typeof status !== 'string') return undefined
  return patchRows(
    page,
    ({ id }) => id === consultationId,
    (row) => ({ ...row, payment: { status } }),
  )
}

type BookedConsultationRows = NonNullable<ReturnType<typeof useBookedConsultations>['data']>['rows']
export type BookedConsultation = BookedConsultationRows[number]

const isBooked: Condition = ['status', 'eq', 'booked']

/** A consultation counts as past as soon as it starts. PostgreSQL replaces `now` with the current time. */
export const upcomingConditions: readonly Condition[] = [isBooked, ['scheduled_at', 'gt', 'now']]
export const pastConditions: readonly Condition[] = [isBooked, ['scheduled_at', 'lte', 'now']]

const upcomingTab: ListTab = {
  value: '',
  label: 'Upcoming',
  conditions: upcomingConditions,
}

/** The tabs of "Your Consultations". The function app.my_consultation_counts repeats their conditions for the counts. */
export const consultationTabs: readonly [ListTab, ...ListTab[]] = [
  upcomingTab,
  { value: 'past', label: 'Past', conditions: pastConditions },
  { value: 'cancelled', label: 'Canceled', conditions: [['status', 'eq', 'cancelled']] },
  { value: 'held', label: 'Upcoming and past', conditions: [isBooked] },
]

/** Returns the default order of a tab. Only the upcoming tab starts with the earliest consultation. */
export function defaultSort(tab: string | undefined): Sort {
  return { by: 'scheduled_at', descending: activeTab(consultationTabs, tab) !== upcomingTab }
}

export const consultationCounts = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'consultation-counts', userId],
    queryFn: afterJoin(readConsultationCounts),
  })

async function readConsultationCounts(): Promise<TabCounts> {
  const { consultation_counts: counts } = await readDashboard()
  return { ...counts, '': counts?.['upcoming'] ?? 0 }
}

/** The maximum number of chats to choose from. */
const maxChats = 20

const chatColumns = `
  id, scheduled_at, ends_at, status, has_ended,
  facility:profiles!consultations_facility_id_fkey(role, full_name, username, company_name, time_zone),
  consultant:profiles!consultations_consultant_id_fkey(time_zone)
` as const

/** Reads the earliest `maxChats` booked consultations that have not ended, or else the latest consultation. */
export const consultationsToChatIn = (userId: string) =>
  queryOptions({
    queryKey: ['consultations', 'talk', userId],
    queryFn: afterJoin(() => findConsultationsToChatIn(userId)),
  })

async function findConsultationsToChatIn(userId: string) {
  const client = await supabase()
  const mine = () => client.from('consultations').select(chatColumns).eq('consultant_id', userId)
  const next = dataOf(
    await mine()
      .eq('status', 'booked')
      .eq('has_ended', false)
      .order('scheduled_at')
      .limit(maxChats),
  )
  if (next.length > 0) return next
  return dataOf(await mine().order('scheduled_at', { ascending: false }).limit(1))
}

export type ConsultationToChatIn = Awaited<ReturnType<typeof findConsultationsToChatIn>>[number]

/** Reads the facility's time zone and the jobs that the facility can choose for a consultation. */
export const bookingChoices = (userId: string) =>
  queryOptions({
    queryKey: ['consultations', 'choices', userId],
    queryFn: () => readBookingChoices(userId),
  })

export const maxJobOptions = 100

async function readBookingChoices(userId: string) {
  const client = await supabase()
  const [profile, jobs] = await Promise.all([
    client.from('profiles').select('time_zone').eq('id', userId).single(),
    client
      .from('jobs')
      .select('id, title')
      .eq('facility_id', userId)
      .eq('is_deleted', false)
      .order('created_at', { ascending: false })
      .limit(maxJobOptions),
  ])
  return { zone: dataOf(profile).time_zone, jobs: dataOf(jobs) }
}

export type BookingChoices = Awaited<ReturnType<typeof readBookingChoices>>
