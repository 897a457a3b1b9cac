import type { ReactNode } from 'react'
import { Calm } from './calm.tsx'
import styles from './row-list.module.css'

interface Props<Row> {
  /** What it lists, for those who hear it. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** `data.view` of a paged list. */
  view?: string
  /** One `Row`. */
  children: (row: Row) => ReactNode
}

/** Rows below each other; those that come in live wait until no hand is at them. */
export function RowList<Row>({ label, rows, keyOf, view = '', children }: Props<Row>) {
  return (
    <Calm rows={rows} keyOf={keyOf} view={view}>
      {(calm, isFresh) => (
        <ul aria-label={label} className={styles.rows}>
          {calm.map((row) => (
            <li key={keyOf(row)} className={styles.row} data-fresh={isFresh(row)}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </Calm>
  )
}
