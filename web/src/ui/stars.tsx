import { Star } from 'lucide-react'
import { HiddenText } from './hidden-text.tsx'
import styles from './stars.module.css'

const places = [1, 2, 3, 4, 5]

/** A rating as it was given: "4 of 5 stars" for those who hear it. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars}>
      {places.map((place) => (
        <Star key={place} size={16} aria-hidden data-full={place <= rating} />
      ))}
      <HiddenText>{`${rating} of 5 stars`}</HiddenText>
    </span>
  )
}
