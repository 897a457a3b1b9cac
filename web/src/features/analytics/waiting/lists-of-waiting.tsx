import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Loaded } from '#ui/loaded.tsx'
import { muchOfKind } from './how-much.ts'
import { type WaitingKind, waitingCounts } from './waiting.ts'
import styles from './waiting.module.css'

export interface WaitingKindList {
  kind: WaitingKind
  /** What is counted: "1 job without bids", "2 jobs without bids". */
  one: string
  many?: string
  to: string
}

interface Props {
  userId: string
  lists: readonly WaitingKindList[]
}

/** A link to all of each kind that waits, with how much that is. */
export function ListsOfWaiting({ userId, lists }: Props) {
  const query = useQuery(waitingCounts(userId))
  return (
    <Loaded
      query={query}
      loading="Counting what waits..."
      failed="Failed to count what waits."
      skeleton={<div className={styles.lists} />}
    >
      {(counts) => (
        <nav aria-label="Lists of what waits" className={styles.lists}>
          {lists
            .filter(({ kind }) => counts.has(kind))
            .map(({ kind, one, many, to }) => (
              <Link key={kind} to={to}>
                Show {muchOfKind(kind, counts.get(kind) ?? 0, one, many)}
              </Link>
            ))}
        </nav>
      )}
    </Loaded>
  )
}
