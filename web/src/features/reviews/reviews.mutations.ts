import { useQueryClient } from '@tanstack/react-query'
import { errorFieldsOf, Failure } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { supabase } from '#lib/supabase.ts'

/** Leaves a review. `idempotencyKey` is the same for every retry, so the review is saved once. */
export function useLeaveReview() {
  const queries = useQueryClient()
  return async (review: NewReview, idempotencyKey: string) => {
    try {
      await leaveReview(review, idempotencyKey)
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
  const request = client.from('reviews').insert(review)
  const { error, status } = await request.setHeader('Idempotency-Key', idempotencyKey)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}

export async function removeReview(id: string, reason: string) {
  const client = await supabase()
  const { error, status } = await client.rpc('admin_remove_review', { review_id: id, reason })
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}
