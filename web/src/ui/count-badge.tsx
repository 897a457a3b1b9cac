import { HiddenText } from './hidden-text.tsx'
import styles from './count-badge.module.css'

interface Props {
  count: number
  /** Of what, for those who hear it: "unread". */
  what: string
}

/** A small figure beside a word; nothing where there is nothing. */
export function CountBadge({ count, what }: Props) {
  if (count === 0) return null
  return (
    <span className={styles.badge}>
      {count > 99 ? '99+' : count}
      <HiddenText>{` ${what}`}</HiddenText>
    </span>
  )
}
