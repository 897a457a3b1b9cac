import { queryOptions } from '@tanstack/react-query'
import { countTabs } from '#lib/list-tabs.ts'
import { supabase } from '#lib/supabase.ts'
import { consultationTabs } from './consultation-tabs.ts'

/** On whose side the person stands who looks. */
type Side = 'facility_id' | 'consultant_id'

export const consultationCounts = (userId: string, side: Side) =>
  queryOptions({
    queryKey: ['consultations', 'counts', userId, side],
    queryFn: () => countConsultations(userId, side),
  })

async function countConsultations(userId: string, side: Side) {
  const client = await supabase()
  return countTabs(consultationTabs, (conditions) => {
    let wanted = client
      .from('consultations')
      .select('id', { count: 'exact', head: true })
      .eq(side, userId)
    for (const condition of conditions) wanted = wanted.filter(...condition)
    return wanted
  })
}
