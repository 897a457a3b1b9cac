import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../ui/loaded.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { waiting, type WaitingThing } from './waiting.ts'
import { WaitingCard } from './waiting-card.tsx'
import type { HandledHere } from './waiting-place.ts'
import styles from './waiting.module.css'

interface Props {
  userId: string
  /** What the page itself opens for a kind; every other kind leads to its conversation. */
  handle: HandledHere
  /** Facilities name the contractor whom they answer about a job. */
  isFacility?: boolean
}

const few = 4
const many = 100

/** Opens a landing page: one card for each thing, the newest first. Nothing stands there when nothing waits. */
export function WaitingForYou({ userId, handle, isFacility = false }: Props) {
  const [most, setMost] = useState(few)
  const query = useQuery(waiting(userId, most))
  return (
    <Loaded
      query={query}
      loading="Loading what waits for you..."
      failed="Failed to load what waits for you."
      skeleton={<RowSkeletons count={2} />}
    >
      {({ things, total }) =>
        total > 0 ? (
          <section className={styles.waiting} aria-label="Waits for you">
            <h2 className={styles.head}>
              Waits for you <span className={styles.total}>{total}</span>
            </h2>
            <ul className={styles.cards}>
              {things.map((thing) => (
                <li key={keyOf(thing)}>
                  <WaitingCard thing={thing} handle={handle} isFacility={isFacility} />
                </li>
              ))}
            </ul>
            {total > few ? (
              <Button
                variant="subtle"
                size="sm"
                className={styles.more}
                aria-expanded={most === many}
                onClick={() => setMost(most === few ? many : few)}
              >
                {most === few ? `Show all ${total}` : 'Show fewer'}
              </Button>
            ) : null}
          </section>
        ) : null
      }
    </Loaded>
  )
}

function keyOf({ kind, id, other_id: other }: WaitingThing) {
  return [kind, id, other].join(' ')
}
