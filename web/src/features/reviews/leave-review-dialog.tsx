import { useState } from 'react'
import * as z from 'zod/mini'
import { errorFieldsOf } from '#lib/errors.ts'
import { IdempotencyKeys } from '#lib/ids.ts'
import { optionalText } from '#lib/schemas.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { LongTextField } from '#ui/forms/input-fields.tsx'
import { RatingField } from '#ui/forms/choice-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { toast } from '#ui/toast.ts'
import { describeCounting } from './counting.ts'
import { useLeaveReview } from './reviews.mutations.ts'

export interface ConsultationToReview {
  id: string
  consultantId: string
  name: string
}

interface Props {
  userId: string
  consultation: ConsultationToReview
  opened: boolean
  onClose: () => void
}

const title = 'Leave a review'

const schema = z.object({
  rating: z.pipe(
    z.string('Choose 1 to 5 stars.'),
    z.transform((text) => Number(text)),
  ),
  comment: optionalText(2000),
})

export default function LeaveReviewDialog({ userId, consultation, opened, onClose }: Props) {
  const { id, consultantId, name } = consultation
  const leaveReview = useLeaveReview()
  const [keys] = useState(() => new IdempotencyKeys())
  const form = useForm({
    schema,
    onSubmit: async (values) => {
      const about = { consultation_id: id, consultant_id: consultantId, facility_id: userId }
      const review = { ...about, ...values }
      const countsFrom = await leaveReview(review, keys.keyFor(review))
      toast(`Review posted. ${describeCounting(countsFrom, new Date())}`.trim())
      onClose()
    },
    errorTextFor: explainFailure,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      form={form}
      draftName={`review:${id}`}
      submit={title}
    >
      <p>
        How was the consultation with <bdi>{name}</bdi>? Your review is shown with your name and
        can't be changed.
      </p>
      <RatingField name="rating" label="Rating" />
      <LongTextField name="comment" label="Comment" description="At most 2,000 characters." />
    </FormDialog>
  )
}

function explainFailure(error: unknown) {
  const isDuplicate = errorFieldsOf(error).code === '23505'
  return isDuplicate ? 'You already reviewed this consultation.' : undefined
}
