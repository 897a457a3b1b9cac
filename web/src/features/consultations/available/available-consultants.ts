import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../lib/errors/failure.ts'
import type { ListState } from '../../../lib/list-state.ts'
import { supabase } from '../../../lib/supabase.ts'
import { usePage } from '../../../lib/use-page.ts'

export const consultantsSize = 6

const columns =
  'id, username, full_name, headline, location, services, profile_picture, time_zone, consultation_fee, average_rating, review_count'

/** Consultants who can be booked, the best rated first. */
export function useAvailableConsultants(list: ListState) {
  const query = list.filters['q'] ?? ''
  return usePage({
    key: ['consultations', 'consultants'],
    list,
    size: consultantsSize,
    ask: async (from, to) => {
      const client = await supabase()
      const found = client.rpc('search_consultants', { query }, { count: 'exact' })
      return found.select(columns).range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useAvailableConsultants>['data']>['rows']
export type AvailableConsultant = Rows[number]

/** The consultation with each consultant that is not over, by the consultant's id. */
export const underWay = (userId: string) =>
  queryOptions({
    queryKey: ['consultations', 'under-way', userId],
    queryFn: () => readUnderWay(userId),
  })

async function readUnderWay(userId: string) {
  const client = await supabase()
  const rows = dataOf(
    await client
      .from('consultations')
      .select('id, consultant_id')
      .eq('facility_id', userId)
      .eq('status', 'booked')
      .eq('has_ended', false),
  )
  return new Map(rows.map((row) => [row.consultant_id, row.id]))
}
