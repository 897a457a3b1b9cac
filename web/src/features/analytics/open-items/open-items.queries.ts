import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { supabase } from '#lib/supabase.ts'
import { firstOpenItems, readDashboard } from '#lib/my-dashboard.ts'
import { openItem, openItemKind } from './open-item.ts'

const pollIntervalMs = 60_000

/**
 * Reads the items with the latest `since` first. An upcoming consultation comes first, because `since` is its future
 * start.
 */
export const openItems = (userId: string, limit: number) =>
  queryOptions({
    queryKey: ['analytics', 'waiting', userId, limit],
    queryFn: afterJoin(() => readOpenItems(limit)),
    placeholderData: keepPreviousData,
    // Poll, because some items become due without a change in the database.
    refetchInterval: pollIntervalMs,
  })

async function readOpenItems(limit: number) {
  if (limit === firstOpenItems) {
    const { open_items: items, open_item_count: total } = await readDashboard()
    return { items: z.array(openItem).parse(items), total }
  }
  const client = await supabase()
  const response = await client
    .from('dashboard_waiting')
    .select('*', { count: 'exact' })
    .order('since', { ascending: false })
    .order('id')
    .limit(limit)
  return { items: z.array(openItem).parse(dataOf(response)), total: response.count ?? 0 }
}

/** Reads the number of open items of each kind, for some kinds up to a limit. */
export const openItemCounts = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'waiting', userId, 'counts'],
    queryFn: afterJoin(readCounts),
    refetchInterval: pollIntervalMs,
  })

async function readCounts() {
  const { open_items_by_kind: counts } = await readDashboard()
  return new Map(
    Object.entries(counts ?? {}).map(([kind, number]) => [openItemKind.parse(kind), number]),
  )
}
