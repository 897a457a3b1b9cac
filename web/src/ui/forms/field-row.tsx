import type { ReactNode } from 'react'
import styles from './field-row.module.css'

/** Fields that belong together, side by side where there is room: `<FieldRow>two or three fields</FieldRow>` */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
