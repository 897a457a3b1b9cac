import { Failure, readingsOf } from '../../../lib/errors/failure.ts'
import { supabase } from '../../../lib/supabase.ts'

interface NewReview {
  consultation_id: string
  consultant_id: string
  facility_id: string
  rating: number
  comment: string
}

export async function leaveReview(review: NewReview) {
  const client = await supabase()
  const { error, status } = await client.from('reviews').insert(review)
  if (error) throw new Failure({ ...readingsOf(error), status })
}
