import { Button } from '@mantine/core'
import { ArrowUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { formatCount } from '#lib/format.ts'
import styles from './row-list.module.css'
import { useScrolledPast, useStableRows } from './use-stable-rows.ts'

interface RowListProps<Row> {
  /** The name for screen readers. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The `view` of the `ListPage`, if the list has pages. */
  view?: string
  /** Renders one `Row`. */
  children: (row: Row) => ReactNode
}

/** Shows a list of rows, in which new rows may wait behind a button (see `StableRows`). */
export function RowList<Row>({ label, rows, keyOf, view = '', children }: RowListProps<Row>) {
  return (
    <StableRows rows={rows} keyOf={keyOf} view={view}>
      {(calm, isFresh) => (
        <ul aria-label={label} className={styles.rows}>
          {calm.map((row) => (
            <li key={keyOf(row)} className={styles.row} data-fresh={isFresh(row)}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </StableRows>
  )
}

interface StableRowsProps<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The `view` of the `ListPage`, if the list has pages. */
  view: string
  children: (rows: readonly Row[], isFresh: (row: Row) => boolean) => ReactNode
}

/** While the user points at the list or has scrolled past its top, new rows wait behind a button. */
export function StableRows<Row>({ rows, keyOf, view, children }: StableRowsProps<Row>) {
  const top = useRef<HTMLDivElement>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const isScrolled = useScrolledPast(top)
  const calm = useStableRows({ rows, keyOf, view, isHeld: isPointedAt || isScrolled })
  const show = () => {
    calm.letIn()
    top.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div
      className={styles.list}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
    >
      <div ref={top} />
      <div role="status" className={styles.news}>
        {calm.news > 0 ? (
          <Button size="compact-sm" leftSection={<ArrowUp size={14} aria-hidden />} onClick={show}>
            {formatCount(calm.news)} new
          </Button>
        ) : null}
      </div>
      {children(calm.rows, calm.isFresh)}
    </div>
  )
}
