import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useListState } from '#lib/list-state.ts'
import { NothingYet } from '#ui/empty.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { ReviewRow } from './review-row.tsx'
import { type Review, reviewsSize, useReviewsOf } from './reviews-of.ts'

interface Props {
  consultantId: string
  /** What can be done that some come. */
  hint: string
  /** What whoever looks can do with one. */
  renderAction?: (review: Review) => ReactNode
}

export function ReviewsList({ consultantId, hint, renderAction }: Props) {
  const list = useListState({
    prefix: 'reviews',
    filters: [],
    sorts: [],
    sort: { by: '', descending: true },
  })
  return (
    <Paged
      query={useReviewsOf(consultantId, list)}
      list={list}
      size={reviewsSize}
      loading="Loading reviews..."
      failed="Failed to load reviews."
      nothing={
        <NothingYet icon={Star} title="No reviews yet.">
          {hint}
        </NothingYet>
      }
      noMatch="No reviews yet."
      pagesLabel="Pages of reviews"
    >
      {({ rows, view }) => (
        <RowList label="Reviews" rows={rows} keyOf={({ id }) => id} view={view}>
          {(review) => <ReviewRow review={review} action={renderAction?.(review)} />}
        </RowList>
      )}
    </Paged>
  )
}
