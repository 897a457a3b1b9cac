import * as z from 'zod/mini'
import { Failure, errorFieldsOf } from '#lib/errors.ts'
import { reason } from '#lib/schemas.ts'
import { supabase } from '#lib/supabase.ts'
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx'
import type { Review } from './reviews-list.tsx'

interface Props {
  review: Review
  opened: boolean
  onClose: () => void
}

const schema = z.object({ reason: reason() })
const keys = [['reviews'], ['accounts', 'profile'], ['audit']]

export default function RemoveReviewDialog({ review, ...dialog }: Props) {
  return (
    <ReasonDialog
      {...dialog}
      title="Remove review"
      isDangerous
      keep={`remove-review:${review.id}`}
      schema={schema}
      act={(values) => removeReview(review.id, values.reason)}
      done="Review removed."
      keys={keys}
    >
      <p>
        The review by <bdi>{review.reviewer_name || 'Anonymous'}</bdi> is removed for everybody, and
        cannot be brought back. It counts no longer in the average.
      </p>
    </ReasonDialog>
  )
}

async function removeReview(id: string, why: string) {
  const client = await supabase()
  const { error, status } = await client.rpc('admin_remove_review', { review_id: id, reason: why })
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
}
