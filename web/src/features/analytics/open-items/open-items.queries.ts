import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dataOf } from '#lib/errors.ts'
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

/** One thing that waits for the person who asks; it is about a job, a consultation or a request. */
const waitingThing = z.object({
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

export type OpenItem = z.infer<typeof waitingThing>
export type OpenItemKind = z.infer<typeof kind>

const aMinute = 60_000

/** The newest first: what is to be done by a time of tomorrow stands above all. */
export const openItems = (userId: string, most: number) =>
  queryOptions({
    queryKey: ['analytics', 'waiting', userId, most],
    queryFn: () => readWaiting(most),
    placeholderData: (before) => before,
    // Some things come due by the clock alone.
    refetchInterval: aMinute,
  })

/** How much of each kind waits, as far as it is told. */
export const openItemCounts = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', 'waiting', userId, 'counts'],
    queryFn: readCounts,
    refetchInterval: aMinute,
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

async function readWaiting(most: number) {
  const client = await supabase()
  const answer = await client
    .from('dashboard_waiting')
    .select('*', { count: 'exact' })
    .order('since', { ascending: false })
    .order('id')
    .limit(most)
  return { things: z.array(waitingThing).parse(dataOf(answer)), total: answer.count ?? 0 }
}
