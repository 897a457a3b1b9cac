import type { ReactNode } from 'react'
import styles from './named.module.css'

interface Props {
  id: string
  /** A name, or a link that says it. */
  children: ReactNode
  /** In a table the id stands under the name. */
  isStacked?: boolean
}

/** Whom or what a row names, with its id in small type: its first part is seen, all of it is selected and copied. */
export function Named({ id, children, isStacked = false }: Props) {
  return (
    <span className={styles.named} data-stacked={isStacked || undefined}>
      <bdi>{children}</bdi>{' '}
      <code className={styles.id} title={id}>
        {id.slice(0, 8)}
        <span className={styles.rest}>{id.slice(8)}</span>
      </code>
    </span>
  )
}
