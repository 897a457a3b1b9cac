import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { afterJoin } from '#lib/live/after-join.ts'
import { readDashboard } from '#lib/my-dashboard.ts'
import { openItem, openItemKind } from './open-item.ts'

const pollIntervalMs = 60_000

/**
 * Reads the first items of each kind and the number of all, with the latest `since` first. An upcoming consultation comes
 * first, because `since` is its future start.
 */
export const openItems = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'waiting', userId],
    queryFn: afterJoin(readOpenItems),
    placeholderData: keepPreviousData,
    // Poll, because some items become due without a change in the database.
    refetchInterval: pollIntervalMs,
  })

async function readOpenItems() {
  const { open_items: items, open_items_by_kind: counts } = await readDashboard()
  return {
    items: z.array(openItem).parse(items),
    counts: new Map(
      Object.entries(counts).map(([kind, number]) => [openItemKind.parse(kind), number]),
    ),
  }
}
