import type { ReactNode } from 'react'
import styles from './loading.module.css'

interface Props {
  /** In the words of the screen: "Loading reviews...". */
  text: string
  /** The shape of what comes. */
  children?: ReactNode
}

export function Loading({ text, children }: Props) {
  return (
    <div className={styles.loading}>
      <p className={styles.text} role="status">
        {text}
      </p>
      {children ? <div aria-hidden>{children}</div> : null}
    </div>
  )
}
