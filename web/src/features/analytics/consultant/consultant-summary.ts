import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

/** The figures of the consultant who asks, and which day it is where the consultant is. */
export const consultantSummary = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'consultant-summary', userId],
    queryFn: readSummary,
  })

async function readSummary() {
  const client = await supabase()
  const row = dataOf(await client.from('dashboard_consultant_summary').select('*').single())
  return {
    consultations: row.consultations ?? 0,
    earnings: row.earnings ?? 0,
    upcoming: row.upcoming ?? 0,
    averageRating: row.average_rating,
    reviews: row.review_count ?? 0,
    due: row.amount_due ?? 0,
    paid: row.amount_paid ?? 0,
    today: row.today ?? '',
  }
}
