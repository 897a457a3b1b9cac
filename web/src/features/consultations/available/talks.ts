import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** Consultations of a facility with one consultant, by their ids. */
export interface Talks {
  /** The one that is not over. */
  open: string | undefined
  /** The one that was planned last. */
  latest: string | undefined
}

/** By the consultant's id. */
export const talksWith = (userId: string, consultantIds: string[]) =>
  queryOptions({
    queryKey: ['consultations', 'talks', userId, ...consultantIds],
    queryFn: () => readTalks(userId, consultantIds),
    placeholderData: keepPreviousData,
  })

const columns = `
  id,
  open:consultations!consultations_consultant_id_fkey(id),
  latest:consultations!consultations_consultant_id_fkey(id)
` as const

async function readTalks(userId: string, consultantIds: string[]) {
  const client = await supabase()
  const rows = dataOf(
    await client
      .from('profiles')
      .select(columns)
      .in('id', consultantIds)
      .eq('open.facility_id', userId)
      .eq('open.status', 'booked')
      .eq('open.has_ended', false)
      .limit(1, { referencedTable: 'open' })
      .eq('latest.facility_id', userId)
      .order('scheduled_at', { referencedTable: 'latest', ascending: false })
      .limit(1, { referencedTable: 'latest' }),
  )
  return new Map<string, Talks>(
    rows.map(({ id, open, latest }) => [id, { open: open[0]?.id, latest: latest[0]?.id }]),
  )
}
