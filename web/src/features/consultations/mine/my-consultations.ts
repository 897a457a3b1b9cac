import { queryOptions } from '@tanstack/react-query'
import { Failure, readingsOf } from '../../../lib/errors/failure.ts'
import type { ListState } from '../../../lib/list-state.ts'
import { type Client, supabase } from '../../../lib/supabase.ts'
import { usePage } from '../../../lib/use-page.ts'
import { conditionsOf, consultationTabs } from './consultation-tabs.ts'

export const consultationsSize = 10

const columns = `
  id, consultant_id, scheduled_at, duration_minutes, status, fee, can_cancel, can_review, has_ended,
  facility:profiles!consultations_facility_id_fkey(time_zone),
  consultant:profiles!consultations_consultant_id_fkey(id, full_name, username, company_name, time_zone),
  job:jobs(title)
` as const

/** The consultations that this facility booked. */
export function useMyConsultations(userId: string, list: ListState) {
  return usePage({
    key: ['consultations', 'mine', userId],
    list,
    size: consultationsSize,
    ask: async (from, to) => {
      const { filters, sort } = list
      let wanted = (await supabase())
        .from('consultations')
        .select(columns, { count: 'exact' })
        .eq('facility_id', userId)
      for (const condition of conditionsOf(filters['when'])) wanted = wanted.filter(...condition)
      return wanted.order(sort.by, { ascending: !sort.descending }).order('id').range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useMyConsultations>['data']>['rows']
export type MyConsultation = Rows[number]

/** On whose side the person stands who looks. */
type Side = 'facility_id' | 'consultant_id'

export const consultationCounts = (userId: string, side: Side = 'facility_id') =>
  queryOptions({
    queryKey: ['consultations', 'counts', userId, side],
    queryFn: () => countAll(userId, side),
  })

async function countAll(userId: string, side: Side): Promise<Record<string, number>> {
  const client = await supabase()
  const counted = consultationTabs.map(
    async ({ value }) => [value, await countIn(client, { userId, side, tab: value })] as const,
  )
  return Object.fromEntries(await Promise.all(counted))
}

interface Counted {
  userId: string
  side: Side
  tab: string
}

async function countIn(client: Client, { userId, side, tab }: Counted) {
  let wanted = client
    .from('consultations')
    .select('id', { count: 'exact', head: true })
    .eq(side, userId)
  for (const condition of conditionsOf(tab)) wanted = wanted.filter(...condition)
  const { count, error, status } = await wanted
  if (error) throw new Failure({ ...readingsOf(error), status })
  return count ?? 0
}
