import type { ReactNode } from 'react'
import { FoldedText } from '#ui/folded-text.tsx'
import { Stars } from '#ui/stars.tsx'
import { Time } from '#ui/time.tsx'
import styles from './review-row.module.css'
import type { Review } from './reviews-of.ts'

interface Props {
  review: Review
  action?: ReactNode
}

export function ReviewRow({ review, action }: Props) {
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
