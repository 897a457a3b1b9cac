import { useQuery } from '@tanstack/react-query'
import { useNow } from '#lib/browser-state.ts'
import { formatOverdue } from '#lib/format.ts'
import { SignalChip } from '#ui/badge.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { type BoardItem, ItemBoard } from '#ui/rows/item-board.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import type { OpenItem, OpenItemKind } from './open-item.ts'
import { formatOpenItemCount } from './open-item-counts.ts'
import { openItemPath, openItemTexts, shownKinds } from './open-item-texts.ts'
import { openItems } from './open-items.queries.ts'

/** The click handlers of the current screen. Items without a handler open another screen. */
type OpenItemHandlers = Partial<Record<OpenItemKind, (item: OpenItem) => void>>

interface Props {
  userId: string
  handle: OpenItemHandlers
  /** Whether the user is a facility, whose paths of job chats also contain the contractor's id. */
  isFacility?: boolean
  /** The addresses of the lists with all items of a kind. */
  lists: Partial<Record<OpenItemKind, string>>
}

/** Shows the board "Waiting for you" on a landing page, if something waits for the user. */
export function OpenItems({ userId, handle, isFacility = false, lists }: Props) {
  const query = useQuery(openItems(userId))
  const toBoardItem = (item: OpenItem): BoardItem => {
    const { title, about, action } = openItemTexts[item.kind]
    const handler = handle[item.kind]
    return {
      id: [item.id, item.other_id].join(' '),
      action,
      title: title(item),
      about: about(item),
      since: item.since,
      mark: item.kind === 'payment_due' ? <OverdueChip since={item.since} /> : undefined,
      open: handler ? () => handler(item) : openItemPath(item, isFacility),
    }
  }
  return (
    <Loaded
      query={query}
      loading="Loading open items..."
      failed="Failed to load open items."
      skeleton={<RowSkeletons count={2} />}
    >
      {({ items, counts }) => {
        const columns = shownKinds.flatMap((kind) => {
          const first = items.filter((item) => item.kind === kind)
          if (first.length === 0) return []
          const { label, icon } = openItemTexts[kind]
          const count = counts.get(kind) ?? first.length
          return {
            label,
            icon,
            count: formatOpenItemCount(kind, count),
            items: first.map(toBoardItem),
            all: count > first.length ? lists[kind] : undefined,
          }
        })
        return columns.length > 0 ? <ItemBoard label="Waiting for you" columns={columns} /> : null
      }}
    </Loaded>
  )
}

function OverdueChip({ since }: { since: string }) {
  const now = useNow()
  return <SignalChip>{formatOverdue(since, now)}</SignalChip>
}
