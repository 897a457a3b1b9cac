import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

interface Months {
  from: string
  to: string
}

const months = z.array(
  z.object({
    month: z.string(),
    earnings: z.number(),
    consultations: z.number(),
    // Where nobody judged, there is no average.
    average_rating: z.nullable(z.number()),
  }),
)

export const consultantMonths = (userId: string, { from, to }: Months) =>
  queryOptions({
    queryKey: ['analytics', 'consultant-months', userId, from, to],
    queryFn: () => readMonths({ from, to }),
    placeholderData: keepPreviousData,
  })

async function readMonths({ from, to }: Months) {
  const client = await supabase()
  const call = client.rpc('consultant_months', { start_date: from, end_date: to })
  return months.parse(dataOf(await call))
}
