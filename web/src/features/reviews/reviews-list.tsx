import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#lib/browser-state.ts'
import { usePage } from '#lib/lists/list-page.ts'
import { type ListState, useListState } from '#lib/lists/list-state.ts'
import { supabase } from '#lib/supabase.ts'
import { Stars } from '#ui/badge.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { FoldedText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { describeCounting } from './counting.ts'
import styles from './reviews-list.module.css'

interface Props {
  consultantId: string
  /** The text in an empty list, which explains who can write reviews. */
  hint: string
  /** Renders the action that the user can take on a review. */
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
      query={useReviews(consultantId, list)}
      list={list}
      size={reviewsPageSize}
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
  const { reviewer_name: name, rating, comment, created_at: at, counts_from: countsFrom } = review
  const counting = describeCounting(countsFrom, useNow())
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
      {counting ? <p className={styles.note}>{counting}</p> : null}
    </article>
  )
}

const reviewsPageSize = 10

function useReviews(consultantId: string, list: ListState) {
  return usePage({
    key: ['reviews', 'of', consultantId],
    list,
    size: reviewsPageSize,
    ask: async (from, to) => {
      const client = await supabase()
      return client
        .from('reviews')
        .select('id, rating, comment, created_at, reviewer_name, counts_from', { count: 'exact' })
        .eq('consultant_id', consultantId)
        .order('created_at', { ascending: false })
        .order('id')
        .range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useReviews>['data']>['rows']
export type Review = Rows[number]
