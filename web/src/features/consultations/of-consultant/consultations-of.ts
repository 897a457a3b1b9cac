import { csvFile } from '#lib/csv/csv-file.ts'
import type { Cell } from '#lib/csv/csv-text.ts'
import { inKeyOrder } from '#lib/csv/key-order.ts'
import type { ListState } from '#lib/list-state.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'

export const consultationsSize = 10

const columns = `
  id, scheduled_at, duration_minutes, status, fee, has_ended,
  facility:profiles!consultations_facility_id_fkey(role, full_name, username, company_name),
  job:jobs(title)
` as const

interface Wanted {
  consultantId: string
  list: ListState
}

/** What a consultant was booked for, as admins see it. */
export function useConsultationsOf({ consultantId, list }: Wanted) {
  return usePage({
    key: ['consultations', 'of', consultantId],
    list,
    size: consultationsSize,
    ask: async (from, to) => {
      const wanted = narrowed(await supabase(), { consultantId, list }, 'exact')
      return inKeyOrder(wanted, list.sort).range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useConsultationsOf>['data']>['rows']
export type ConsultationOf = Rows[number]

export type FileColumn = readonly [head: string, cell: (row: ConsultationOf) => Cell]

/** The same as a file. */
export function consultationsFile({ consultantId, list }: Wanted, heads: readonly FileColumn[]) {
  return csvFile<ConsultationOf>({
    name: 'consultations',
    columns: heads,
    by: list.sort.by,
    ask: async (after, count) => {
      const wanted = narrowed(await supabase(), { consultantId, list })
      return inKeyOrder(wanted, list.sort, after).limit(count)
    },
  })
}

function narrowed(client: Client, { consultantId, list }: Wanted, count?: 'exact') {
  const wanted = client
    .from('consultations')
    .select(columns, count ? { count } : {})
    .eq('consultant_id', consultantId)
  const when = list.filters['when']
  if (when === 'upcoming') return wanted.eq('status', 'booked').is('has_ended', false)
  if (when === 'past') return wanted.eq('status', 'booked').is('has_ended', true)
  return when === 'cancelled' ? wanted.eq('status', 'cancelled') : wanted
}
