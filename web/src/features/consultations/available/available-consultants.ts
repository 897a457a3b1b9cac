import { nameOf } from '#lib/format/name.ts'
import type { ListState } from '#lib/list-state.ts'
import { supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'

/** At least so many stars, as the address and the choice have it; empty for any. */
export const leastRatings = ['1', '2', '3', '4'] as const

const columns =
  'id, username, full_name, company_name, headline, location, services, profile_picture, time_zone, consultation_fee, average_rating, review_count'

/** Consultants who can be booked, the best rated first. */
export function useAvailableConsultants(list: ListState, size: number) {
  const query = list.filters['q'] ?? ''
  const rating = leastRatings.find((stars) => stars === list.filters['rating'])
  return usePage({
    key: ['consultations', 'consultants'],
    list,
    size,
    ask: async (from, to) => {
      const client = await supabase()
      const wanted = { query, min_rating: Number(rating ?? 0) }
      const found = client.rpc('search_consultants', wanted, { count: 'exact' })
      return found.select(columns).range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useAvailableConsultants>['data']>['rows']
export type AvailableConsultant = Rows[number]

export function consultantName(consultant: AvailableConsultant): string {
  return nameOf({ ...consultant, role: 'consultant' })
}
