import { Button } from '@mantine/core'
import { ArrowUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { counted } from '#lib/format/counted.ts'
import styles from './calm.module.css'
import { useCalmRows, useScrolledPast } from './use-calm-rows.ts'

interface Props<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** `data.view` of a paged list. */
  view: string
  children: (rows: readonly Row[], isFresh: (row: Row) => boolean) => ReactNode
}

/** Around a list. What comes in live moves nothing from under a hand: it waits behind "3 new". */
export function Calm<Row>({ rows, keyOf, view, children }: Props<Row>) {
  const top = useRef<HTMLDivElement>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const isScrolled = useScrolledPast(top)
  const calm = useCalmRows({ rows, keyOf, view, isHeld: isPointedAt || isScrolled })
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
            {counted(calm.news)} new
          </Button>
        ) : null}
      </div>
      {children(calm.rows, calm.isFresh)}
    </div>
  )
}
