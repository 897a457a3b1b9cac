import type { ListState } from '#lib/list-state.ts'
import { supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'

export const reviewsSize = 10

/** What facilities said of a consultant, the newest first. */
export function useReviewsOf(consultantId: string, list: ListState) {
  return usePage({
    key: ['reviews', 'of', consultantId],
    list,
    size: reviewsSize,
    ask: async (from, to) => {
      const client = await supabase()
      return client
        .from('reviews')
        .select('id, rating, comment, created_at, reviewer_name', { count: 'exact' })
        .eq('consultant_id', consultantId)
        .order('created_at', { ascending: false })
        .order('id')
        .range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useReviewsOf>['data']>['rows']
export type Review = Rows[number]
