import * as z from 'zod/mini'
import { reason } from '#lib/schemas.ts'
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx'
import type { Review } from './reviews-list.tsx'
import { removeReview } from './reviews.mutations.ts'

interface Props {
  review: Review
  opened: boolean
  onClose: () => void
}

const schema = z.object({ reason: reason() })
/** Query keys to invalidate after a review was removed. */
const changedKeys = [['reviews'], ['accounts', 'profile'], ['audit']]

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
      keys={changedKeys}
    >
      <p>
        The review by <bdi>{review.reviewer_name || 'Anonymous'}</bdi> is removed for everybody, and
        cannot be brought back. It counts no longer in the average.
      </p>
    </ReasonDialog>
  )
}
