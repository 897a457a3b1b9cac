import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '#lib/format.ts'
import { Loaded } from '#ui/query-states.tsx'
import { WaitingList, type Waiting } from '#ui/rows/open-items.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { formatKindCount, formatTotalCount } from './open-item-counts.ts'
import {
  openItems,
  openItemCounts,
  type OpenItemKind,
  type OpenItem,
} from './open-items.queries.ts'
import { type OpenItemHandlers, openItemPath, openItemTexts } from './open-item-texts.ts'
import styles from './open-items.module.css'
import { Link } from 'react-router'

interface Props {
  userId: string
  /** What the page itself opens for a kind; every other kind leads to where it is seen to. */
  handle: OpenItemHandlers
  /** Facilities name the contractor whom they answer about a job. */
  isFacility?: boolean
  /** Lists that hold all of a kind. */
  lists?: readonly OpenItemLink[]
}

const few = 4
const none: never[] = []
const noCounts = new Map<OpenItemKind, number>()
const many = 100

/** Opens a landing page: one card for each thing, the newest first. Nothing stands there when nothing waits. */
export function OpenItems({ userId, handle, isFacility = false, lists = none }: Props) {
  const [most, setMost] = useState(few)
  const query = useQuery(openItems(userId, most))
  const counts = useQuery({ ...openItemCounts(userId), enabled: lists.length > 0 })
  const cardOf = (thing: OpenItem): Waiting => {
    const { icon, who, what, about } = openItemTexts[thing.kind]
    return {
      id: [thing.kind, thing.id, thing.other_id].join(' '),
      who: { id: thing.other_id ?? thing.id, name: who(thing) },
      icon,
      what: what(thing),
      about: about(thing),
      since: thing.since,
      action: <OpenItemAction thing={thing} handle={handle} isFacility={isFacility} />,
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
              <span className={styles.total}>{formatTotalCount(total, counts.data ?? noCounts)}</span>
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
            {lists.length > 0 ? <OpenItemLinks userId={userId} lists={lists} /> : null}
            <WaitingList things={things.map(cardOf)} />
          </div>
        ) : null
      }
    </Loaded>
  )
}

function wordsForMore(total: number) {
  return total > many ? `Show ${formatCount(many)}` : 'Show all'
}

interface OpenItemLink {
  kind: OpenItemKind
  /** What is counted: "1 job without bids", "2 jobs without bids". */
  one: string
  many?: string
  to: string
}

interface OpenItemLinksProps {
  userId: string
  lists: readonly OpenItemLink[]
}

/** A link to all of each kind that waits, with how much that is. */
function OpenItemLinks({ userId, lists }: OpenItemLinksProps) {
  const query = useQuery(openItemCounts(userId))
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
                Show {formatKindCount(kind, counts.get(kind) ?? 0, one, many)}
              </Link>
            ))}
        </nav>
      )}
    </Loaded>
  )
}

interface OpenItemActionProps {
  thing: OpenItem
  handle: OpenItemHandlers
  isFacility: boolean
}

/** The one button: it opens the thing on this page, or where it is seen to. */
function OpenItemAction({ thing, handle, isFacility }: OpenItemActionProps) {
  const { who, about, action } = openItemTexts[thing.kind]
  const handled = handle[thing.kind]
  const shared = {
    size: 'sm',
    variant: 'light',
    'aria-label': `${action}: ${who(thing)}, ${about(thing)}`,
  }
  return handled ? (
    <Button {...shared} onClick={() => handled(thing)}>
      {action}
    </Button>
  ) : (
    <Button {...shared} component={Link} to={openItemPath(thing, isFacility)}>
      {action}
    </Button>
  )
}
