import type { ListState } from '#lib/list-state.ts'
import { tabIn } from '#lib/list-tabs.ts'
import { supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'
import { consultationTabs } from './consultation-tabs.ts'

export const consultationsSize = 10

const columns = `
  id, consultant_id, scheduled_at, duration_minutes, status, fee, can_cancel, can_review, has_ended,
  facility:profiles!consultations_facility_id_fkey(time_zone),
  consultant:profiles!consultations_consultant_id_fkey(id, role, full_name, username, company_name, time_zone),
  job:jobs(title),
  payment:payments(status)
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
      const { conditions } = tabIn(consultationTabs, filters['when'])
      for (const condition of conditions) wanted = wanted.filter(...condition)
      return wanted.order(sort.by, { ascending: !sort.descending }).order('id').range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useMyConsultations>['data']>['rows']
export type MyConsultation = Rows[number]
