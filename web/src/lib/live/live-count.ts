// Counts unread rows, and applies changes of these rows to the count.
import type { Query, QueryFunctionContext } from '@tanstack/react-query'
import { afterJoin } from './after-join.ts'
import type { ApplyChange } from './apply-change.ts'
import type { Change } from './subjects.ts'

interface Count {
  count: number
  /** A time after the snapshot of the read, by the clock of the database. */
  asOf: string
}

/** The last read of each count, with the changes since then. */
const counts = new WeakMap<Query, Count>()

/**
 * Returns the options of a query for a number of unread rows. Only one component may pass changes to the query, because
 * each change is counted as often as it is passed.
 */
export function liveUnreadCount(read: () => Promise<Count>) {
  return {
    queryFn: async (context: QueryFunctionContext) => {
      const found = await afterJoin(read)(context)
      const query = context.client.getQueryCache().find({ queryKey: context.queryKey, exact: true })
      if (query && !context.signal.aborted) counts.set(query, found)
      return found.count
    },
    meta: { applyChange: addToCount },
  }
}

/**
 * Adds a change if its transaction began after the read, because the read cannot include it. A change that began before
 * the read and arrived after it may be included or not, so the count is read again. It is also read again if a write of
 * the user has changed it, because its number no longer shows which changes it includes.
 */
const addToCount: ApplyChange = (queries, query, change) => {
  const difference = differenceOf(change)
  if (difference === 0) return true
  const known = counts.get(query)
  if (!known || difference === undefined || query.state.data !== known.count) return false
  if (!(Date.parse(change.at) > Date.parse(known.asOf))) return false
  const count = known.count + difference
  counts.set(query, { ...known, count })
  queries.setQueryData(query.queryKey, count, { updatedAt: query.state.dataUpdatedAt })
  return true
}

/** Returns undefined if the event does not tell whether the row was unread before. */
function differenceOf({ event, row, before }: Change) {
  const added = event === 'DELETE' ? 0 : unreadIn(row)
  const removed = event === 'INSERT' ? 0 : unreadIn(before)
  return added === undefined || removed === undefined ? undefined : added - removed
}

function unreadIn({ read }: Record<string, unknown>) {
  if (typeof read !== 'boolean') return undefined
  return read ? 0 : 1
}
