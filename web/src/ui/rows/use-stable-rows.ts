import { type RefObject, useEffect, useState } from 'react'

interface StableRowsInput<Row> {
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The page, the order and the filters, whose change makes all rows appear at once. */
  view: string
  /** Whether new rows have to wait, for example because the pointer is on the list. */
  isHeld: boolean
}

/** New rows wait while `isHeld` is true, and appear with a short highlight. */
export function useStableRows<Row>({ rows, keyOf, view, isHeld }: StableRowsInput<Row>) {
  const keys = rows.map(keyOf)
  const [shown, setShown] = useState({ view, keys, fresh: new Set<string>() })
  const letIn = () => {
    const isSameView = shown.view === view
    const known = new Set(shown.keys)
    const fresh = new Set(isSameView ? keys.filter((key) => !known.has(key)) : [])
    setShown({ view, keys, fresh: fresh.size > 0 || !isSameView ? fresh : shown.fresh })
  }
  const held = holdBack(shown.keys, rows, keyOf)
  const isCalm = isHeld && shown.view === view
  const isSame = shown.view === view && shown.keys.join() === keys.join()
  if (!isCalm && !isSame) letIn()
  return {
    rows: isCalm ? held.rows : rows,
    news: isCalm ? held.news : 0,
    isFresh: (row: Row) => shown.fresh.has(keyOf(row)),
    letIn,
  }
}

/** Returns whether the page was scrolled past the element. */
export function useScrolledPast(mark: RefObject<HTMLElement | null>) {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!mark.current) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setPast(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [mark])
  return isPast
}

/** Returns the shown rows in the same order, with current data, and the number of new rows. */
export function holdBack<Row>(
  shown: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
) {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const kept: Row[] = []
  for (const key of shown) {
    const row = byKey.get(key)
    if (row !== undefined) kept.push(row)
  }
  return { rows: kept, news: byKey.size - kept.length }
}
