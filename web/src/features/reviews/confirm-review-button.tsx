import { Button } from '@mantine/core'
import { useNow } from '#lib/browser-state.ts'
import { Notice } from '#ui/notice.tsx'
import { useAction } from '#ui/use-act.ts'
import { isWaiting } from './counting.ts'
import type { Review } from './reviews-list.tsx'
import { confirmReview } from './reviews.mutations.ts'

/** Lets a consultant confirm that the consultation of a review took place. */
export function ConfirmReviewButton({ review }: { review: Review }) {
  const now = useNow()
  const { start, isBusy, failure } = useAction({
    run: () => confirmReview(review.id),
    done: 'Consultation confirmed. The review counts now.',
    keys: [['reviews'], ['analytics']],
  })
  if (!isWaiting(review.counts_from, now)) return null
  return (
    <>
      {failure ? <Notice tone="red">{failure}</Notice> : null}
      <Button size="sm" variant="default" loading={isBusy} onClick={() => start()}>
        Confirm consultation
      </Button>
    </>
  )
}
