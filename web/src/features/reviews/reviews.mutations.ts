import { Failure, errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

interface NewReview {
  consultation_id: string
  consultant_id: string
  facility_id: string
  rating: number
  comment: string
}

/** @param key  The same for every try to leave this review, so that a lost answer is given again. */
export async function leaveReview(review: NewReview, key: string) {
  const client = await supabase()
  const { error, status } = await client
    .from('reviews')
    .insert(review)
    .setHeader('Idempotency-Key', key)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}
