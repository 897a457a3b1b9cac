import type { ReactNode } from 'react'
import styles from './plain-page.module.css'

/** A page in the middle of the window that needs none of the app's parts. */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <main className={styles.page} role="status">
      {children}
    </main>
  )
}
