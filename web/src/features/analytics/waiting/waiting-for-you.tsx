import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#lib/format/counted.ts'
import { Loaded } from '#ui/loaded.tsx'
import { type Waiting, WaitingList } from '#ui/rows/waiting-list.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { thingsInAll } from './how-much.ts'
import { waiting, waitingCounts, type WaitingKind, type WaitingThing } from './waiting.ts'
import { ListsOfWaiting, type WaitingKindList } from './lists-of-waiting.tsx'
import { WaitingAction } from './waiting-action.tsx'
import type { HandledHere } from './waiting-place.ts'
import { waitingWords } from './waiting-words.ts'
import styles from './waiting.module.css'

interface Props {
  userId: string
  /** What the page itself opens for a kind; every other kind leads to where it is seen to. */
  handle: HandledHere
  /** Facilities name the contractor whom they answer about a job. */
  isFacility?: boolean
  /** Lists that hold all of a kind. */
  lists?: readonly WaitingKindList[]
}

const few = 4
const none: never[] = []
const noCounts = new Map<WaitingKind, number>()
const many = 100

/** Opens a landing page: one card for each thing, the newest first. Nothing stands there when nothing waits. */
export function WaitingForYou({ userId, handle, isFacility = false, lists = none }: Props) {
  const [most, setMost] = useState(few)
  const query = useQuery(waiting(userId, most))
  const counts = useQuery({ ...waitingCounts(userId), enabled: lists.length > 0 })
  const cardOf = (thing: WaitingThing): Waiting => {
    const { icon, who, what, about } = waitingWords[thing.kind]
    return {
      id: [thing.kind, thing.id, thing.other_id].join(' '),
      who: { id: thing.other_id ?? thing.id, name: who(thing) },
      icon,
      what: what(thing),
      about: about(thing),
      since: thing.since,
      action: <WaitingAction thing={thing} handle={handle} isFacility={isFacility} />,
    }
  }
  return (
    <Loaded
      query={query}
      loading="Loading what waits for you..."
      failed="Failed to load what waits for you."
      skeleton={<RowSkeletons count={2} />}
    >
      {({ things, total }) =>
        total > 0 ? (
          <div className={styles.waiting}>
            <div className={styles.head}>
              <h2 className={styles.title}>Waiting for you</h2>
              <span className={styles.total}>{thingsInAll(total, counts.data ?? noCounts)}</span>
              {total > few ? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-expanded={most === many}
                  onClick={() => setMost(most === few ? many : few)}
                >
                  {most === few ? wordsForMore(total) : 'Show fewer'}
                </Button>
              ) : null}
            </div>
            {lists.length > 0 ? <ListsOfWaiting userId={userId} lists={lists} /> : null}
            <WaitingList things={things.map(cardOf)} />
          </div>
        ) : null
      }
    </Loaded>
  )
}

function wordsForMore(total: number) {
  return total > many ? `Show ${counted(many)}` : 'Show all'
}
