import type { ListState } from '#lib/list-state.ts'
import { tabIn } from '#lib/list-tabs.ts'
import { supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'
import { consultationTabs } from '../mine/consultation-tabs.ts'
import { consultationsSize } from '../mine/my-consultations.ts'

const columns = `
  id, scheduled_at, ends_at, duration_minutes, status, fee, can_cancel, has_ended,
  facility:profiles!consultations_facility_id_fkey(role, full_name, username, company_name, time_zone),
  consultant:profiles!consultations_consultant_id_fkey(time_zone),
  payment:payments(status)
` as const

/** The consultations for which this consultant was booked. */
export function useBookedConsultations(userId: string, list: ListState) {
  return usePage({
    key: ['consultations', 'booked', userId],
    list,
    size: consultationsSize,
    ask: async (from, to) => {
      const { filters, sort } = list
      let wanted = (await supabase())
        .from('consultations')
        .select(columns, { count: 'exact' })
        .eq('consultant_id', userId)
      const { conditions } = tabIn(consultationTabs, filters['when'])
      for (const condition of conditions) wanted = wanted.filter(...condition)
      return wanted.order(sort.by, { ascending: !sort.descending }).order('id').range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useBookedConsultations>['data']>['rows']
export type BookedConsultation = Rows[number]
