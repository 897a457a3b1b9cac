import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { nameOf } from '#lib/format.ts'
import { usePage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { supabase } from '#lib/supabase.ts'

/** The choices of the rating filter, in stars, as in the URL. */
export const minRatings = ['1', '2', '3', '4'] as const

const consultantColumns =
  'id, username, full_name, company_name, headline, location, services, profile_picture, time_zone, consultation_fee, average_rating, review_count'

/** Reads the consultants who can be booked, starting with the best rating. */
export function useAvailableConsultants(list: ListState, size: number) {
  const query = list.filters['q'] ?? ''
  const rating = minRatings.find((stars) => stars === list.filters['rating'])
  return usePage({
    key: ['consultations', 'consultants'],
    list,
    size,
    ask: async (from, to) => {
      const client = await supabase()
      const searchArgs = { query, min_rating: Number(rating ?? 0) }
      const consultants = client.rpc('search_consultants', searchArgs, { count: 'exact' })
      return consultants.select(consultantColumns).range(from, to)
    },
  })
}

type ConsultantRows = NonNullable<ReturnType<typeof useAvailableConsultants>['data']>['rows']
export type AvailableConsultant = ConsultantRows[number]

export function consultantName(consultant: AvailableConsultant): string {
  return nameOf({ ...consultant, role: 'consultant' })
}

export interface ConsultationsWithConsultant {
  /** The booked consultation that has not ended. */
  open: { id: string; scheduled_at: string; facility: { time_zone: string } | null } | undefined
  /** The consultation with the latest time. */
  latest: { id: string } | undefined
}

/** Reads the facility's open and latest consultation with each consultant, by the consultant's id. */
export const consultationsWith = (userId: string, consultantIds: string[]) =>
  queryOptions({
    queryKey: ['consultations', 'talks', userId, ...consultantIds],
    queryFn: () => readConsultationsWith(userId, consultantIds),
    placeholderData: keepPreviousData,
  })

const openAndLatest = `
  id,
  open:consultations!consultations_consultant_id_fkey(
    id, scheduled_at, facility:profiles!consultations_facility_id_fkey(time_zone)
  ),
  latest:consultations!consultations_consultant_id_fkey(id)
` as const

async function readConsultationsWith(userId: string, consultantIds: string[]) {
  const client = await supabase()
  const rows = dataOf(
    await client
      .from('profiles')
      .select(openAndLatest)
      .in('id', consultantIds)
      .eq('open.facility_id', userId)
      .eq('open.status', 'booked')
      .eq('open.has_ended', false)
      .limit(1, { referencedTable: 'open' })
      .eq('latest.facility_id', userId)
      .order('scheduled_at', { referencedTable: 'latest', ascending: false })
      .limit(1, { referencedTable: 'latest' }),
  )
  return new Map<string, ConsultationsWithConsultant>(
    rows.map(({ id, open, latest }) => [id, { open: open[0], latest: latest[0] }]),
  )
}
