import { type LucideIcon, Star } from 'lucide-react'
import styles from './badge.module.css'
import { HiddenText } from './text.tsx'

type Tone = 'plain' | 'amber' | 'green' | 'red' | 'blue' | 'accent'

interface ChipProps {
  icon: LucideIcon
  tone: Tone
  children: string
}

/** Shows a status with an icon and a word, so that users can recognize the status without color. */
export function Chip({ icon: Icon, tone, children }: ChipProps) {
  return (
    <span className={styles.chip} data-tone={tone}>
      <Icon size={13} aria-hidden strokeWidth={2.25} />
      {children}
    </span>
  )
}

/** Marks what is due now or overdue. */
export function SignalChip({ children }: { children: string }) {
  return <span className={styles.signal}>{children}</span>
}

interface CountBadgeProps {
  count: number
  /** The word that screen readers say after the count, such as "unread". */
  what: string
}

/** Shows a small count beside a label, or nothing if the count is zero. */
export function CountBadge({ count, what }: CountBadgeProps) {
  if (count === 0) return null
  return (
    <span className={styles.badge}>
      {count > 99 ? '99+' : count}
      <HiddenText>{` ${what}`}</HiddenText>
    </span>
  )
}

const places = [1, 2, 3, 4, 5]

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
