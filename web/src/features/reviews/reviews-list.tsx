import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ListState, useListState } from '#lib/list-state.ts'
import { NothingYet } from '#ui/empty.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { FoldedText } from '#ui/folded-text.tsx'
import { Stars } from '#ui/stars.tsx'
import { Time } from '#ui/time.tsx'
import styles from './reviews-list.module.css'
import { supabase } from '#lib/supabase.ts'
import { usePage } from '#lib/use-page.ts'

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

interface ReviewRowProps {
  review: Review
  action?: ReactNode
}

function ReviewRow({ review, action }: ReviewRowProps) {
  const { reviewer_name: name, rating, comment, created_at: at } = review
  return (
    <article className={styles.review}>
      <header className={styles.head}>
        <bdi className={styles.name}>{name || 'Anonymous'}</bdi>
        <Stars rating={rating} />
        <span className={styles.end}>
          <Time at={at} />
          {action}
        </span>
      </header>
      {comment ? <FoldedText>{comment}</FoldedText> : null}
    </article>
  )
}

const reviewsSize = 10

/** What facilities said of a consultant, the newest first. */
function useReviewsOf(consultantId: string, list: ListState) {
  return usePage({
    key: ['reviews', 'of', consultantId],
    list,
    size: reviewsSize,
    ask: async (from, to) => {
      const client = await supabase()
      return client
        .from('reviews')
        .select('id, rating, comment, created_at, reviewer_name', { count: 'exact' })
        .eq('consultant_id', consultantId)
        .order('created_at', { ascending: false })
        .order('id')
        .range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useReviewsOf>['data']>['rows']
export type Review = Rows[number]
