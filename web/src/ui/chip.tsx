import type { LucideIcon } from 'lucide-react'
import styles from './chip.module.css'

type Tone = 'plain' | 'amber' | 'green' | 'red' | 'blue' | 'accent'

interface Props {
  icon: LucideIcon
  tone: Tone
  children: string
}

/** A status: icon, word and tint, so that it never hangs on colour alone. */
export function Chip({ icon: Icon, tone, children }: Props) {
  return (
    <span className={styles.chip} data-tone={tone}>
      <Icon size={13} aria-hidden strokeWidth={2.25} />
      {children}
    </span>
  )
}
