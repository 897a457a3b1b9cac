import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dataOf } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { supabase } from '#lib/supabase.ts'

const kind = z.enum([
  'bids_to_judge',
  'payment_due',
  'review_to_leave',
  'job_to_finish',
  'consultation_soon',
  'messages',
  'demo_request',
  'newcomer',
  'job_without_bids',
  'unsent_mails',
])

/** Something that waits for the user to act, such as a payment that is due. */
const openItem = z.object({
  kind,
  id: z.string(),
  title: z.string(),
  job_id: z.nullable(z.string()),
  consultation_id: z.nullable(z.string()),
  other_id: z.nullable(z.string()),
  other_name: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  count: z.number(),
  since: z.string(),
})

export type OpenItem = z.infer<typeof openItem>
export type OpenItemKind = z.infer<typeof kind>

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

const countOfKind = z.object({ kind, number: z.number() })

async function readCounts() {
  const client = await supabase()
  const rows = dataOf(await client.from('dashboard_waiting_counts').select('*'))
  return new Map(
    z
      .array(countOfKind)
      .parse(rows)
      .map((row) => [row.kind, row.number]),
  )
}
