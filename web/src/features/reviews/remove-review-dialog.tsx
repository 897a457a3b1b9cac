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
/** Query keys to invalidate after a review is removed. */
const changedKeys = [['reviews'], ['accounts', 'profile'], ['audit']]

export default function RemoveReviewDialog({ review, ...dialog }: Props) {
  return (
    <ReasonDialog
      {...dialog}
      title="Remove review"
      isDangerous
      draftName={`remove-review:${review.id}`}
      schema={schema}
      act={(values) => removeReview(review.id, values.reason)}
      done="Review removed."
      keys={changedKeys}
    >
      <p>
        This removes the review by <bdi>{review.reviewer_name || 'Anonymous'}</bdi> for everyone and
        updates the average rating. It can't be undone.
      </p>
    </ReasonDialog>
  )
}
