import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#lib/format.ts'
import { Loaded } from '#ui/query-states.tsx'
import { type ItemCard, ItemCards } from '#ui/rows/item-cards.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { firstOpenItems } from '#lib/my-dashboard.ts'
import type { OpenItem, OpenItemKind } from './open-item.ts'
import { formatKindCount, formatTotalCount } from './open-item-counts.ts'
import { type OpenItemHandlers, openItemPath, openItemTexts } from './open-item-texts.ts'
import styles from './open-items.module.css'
import { openItemCounts, openItems } from './open-items.queries.ts'

interface Props {
  userId: string
  handle: OpenItemHandlers
  /** Whether the user is a facility, whose paths of job chats also contain the contractor's id. */
  isFacility?: boolean
  /** The links to full lists of open items. */
  lists?: readonly OpenItemLink[]
}

const collapsedLimit = firstOpenItems
const expandedLimit = 100
const noLists: never[] = []
const noCounts = new Map<OpenItemKind, number>()

/** Shows the section "Waiting for you" on a landing page, if something waits for the user. */
export function OpenItems({ userId, handle, isFacility = false, lists = noLists }: Props) {
  const [limit, setLimit] = useState(collapsedLimit)
  const query = useQuery(openItems(userId, limit))
  const counts = useQuery({ ...openItemCounts(userId), enabled: lists.length > 0 })
  const toCard = (item: OpenItem): ItemCard => {
    const { icon, who, what, about } = openItemTexts[item.kind]
    return {
      id: [item.kind, item.id, item.other_id].join(' '),
      who: { id: item.other_id ?? item.id, name: who(item) },
      icon,
      what: what(item),
      about: about(item),
      since: item.since,
      action: <OpenItemAction item={item} handle={handle} isFacility={isFacility} />,
    }
  }
  return (
    <Loaded
      query={query}
      loading="Loading open items..."
      failed="Failed to load open items."
      skeleton={<RowSkeletons count={2} />}
    >
      {({ items, total }) =>
        total > 0 ? (
          <div className={styles.waiting}>
            <div className={styles.head}>
              <h2 className={styles.title}>Waiting for you</h2>
              <span className={styles.total}>
                {formatTotalCount(total, counts.data ?? noCounts)}
              </span>
              {total > collapsedLimit ? (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-expanded={limit === expandedLimit}
                  onClick={() =>
                    setLimit(limit === collapsedLimit ? expandedLimit : collapsedLimit)
                  }
                >
                  {limit === collapsedLimit ? expandLabel(total) : 'Show fewer'}
                </Button>
              ) : null}
            </div>
            {lists.length > 0 ? <OpenItemLinks userId={userId} lists={lists} /> : null}
            <ItemCards items={items.map(toCard)} />
          </div>
        ) : null
      }
    </Loaded>
  )
}

function expandLabel(total: number) {
  return total > expandedLimit ? `Show ${formatCount(expandedLimit)}` : 'Show all'
}

interface OpenItemLink {
  kind: OpenItemKind
  /** The singular, such as "job without bids". */
  one: string
  many?: string
  to: string
}

interface OpenItemLinksProps {
  userId: string
  lists: readonly OpenItemLink[]
}

function OpenItemLinks({ userId, lists }: OpenItemLinksProps) {
  const query = useQuery(openItemCounts(userId))
  return (
    <Loaded
      query={query}
      loading="Counting open items..."
      failed="Failed to count open items."
      skeleton={<div className={styles.lists} />}
    >
      {(counts) => (
        <nav aria-label="Lists of open items" className={styles.lists}>
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
  item: OpenItem
  handle: OpenItemHandlers
  isFacility: boolean
}

/** Renders a card's button, which calls the screen's handler or links to another screen. */
function OpenItemAction({ item, handle, isFacility }: OpenItemActionProps) {
  const { who, about, action } = openItemTexts[item.kind]
  const handler = handle[item.kind]
  const buttonProps = {
    size: 'sm',
    variant: 'light',
    'aria-label': `${action}: ${who(item)}, ${about(item)}`,
  }
  return handler ? (
    <Button {...buttonProps} onClick={() => handler(item)}>
      {action}
    </Button>
  ) : (
    <Button {...buttonProps} component={Link} to={openItemPath(item, isFacility)}>
      {action}
    </Button>
  )
}
