import { useQueryClient } from '@tanstack/react-query'
import { dataOf, errorFieldsOf, Failure } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { supabase } from '#lib/supabase.ts'

/** Returns the time from which the review counts toward the rating, or null if it never counts. */
export function useLeaveReview() {
  const queries = useQueryClient()
  return async (review: NewReview, idempotencyKey: string) => {
    try {
      return await leaveReview(review, idempotencyKey)
    } finally {
      for (const key of ['consultations', 'reviews', 'analytics']) refreshQueries(queries, [key])
    }
  }
}

interface NewReview {
  consultation_id: string
  consultant_id: string
  facility_id: string
  rating: number
  comment: string
}

async function leaveReview(review: NewReview, idempotencyKey: string) {
  const client = await supabase()
  const insert = client.from('reviews').insert(review)
  const request = insert.setHeader('Idempotency-Key', idempotencyKey)
  return dataOf(await request.select('counts_from').single()).counts_from
}

/** Confirms that the consultation took place, so that the review counts immediately. */
export async function confirmReview(id: string) {
  const client = await supabase()
  const { error, status } = await client.rpc('confirm_review', { review_id: id })
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}

export async function removeReview(id: string, reason: string) {
  const client = await supabase()
  const { error, status } = await client.rpc('admin_remove_review', { review_id: id, reason })
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}
