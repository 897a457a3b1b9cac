import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

const icons = { red: CircleAlert, amber: TriangleAlert, green: CircleCheck, blue: Info }

interface Props {
  tone: keyof typeof icons
  children: ReactNode
  /** A button that helps with the problem. */
  action?: ReactNode
}

/** Screen readers announce errors at once, and other messages later. */
export function Notice({ tone, children, action }: Props) {
  const Icon = icons[tone]
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'red' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden className={styles.icon} />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  )
}
