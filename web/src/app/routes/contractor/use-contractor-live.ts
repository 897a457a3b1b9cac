import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { AvailableJob } from '#features/jobs/jobs.queries.ts'
import type { Change } from '#lib/live/subjects.ts'
import { useLive } from '#lib/live/use-live.ts'

const all = [['jobs'], ['bids'], ['payments'], ['analytics']]
const available = ['jobs', 'available']

/** Everything on the contractor's dashboard follows what others do within a second: each change where it is shown. */
export function useContractorLive(userId: string) {
  const queries = useQueryClient()
  useLive({
    tables: [
      { table: 'jobs', keysFor: (change) => whereShown(queries, change) },
      {
        table: 'bids',
        filter: `contractor_id=eq.${userId}`,
        keysFor: () => [['jobs'], ['bids'], ['analytics']],
      },
      {
        table: 'payments',
        filter: `payee_id=eq.${userId}`,
        // A bid says who has yet to pay.
        keysFor: () => [['payments'], ['bids', 'mine'], ['analytics']],
      },
      {
        table: 'messages',
        filter: `recipient_id=eq.${userId}`,
        keysFor: () => [
          ['bids', 'mine'],
          ['analytics', 'waiting'],
        ],
      },
    ],
    keys: all,
  })
}

/**
 * Every contractor is told of every job that comes, and of every one that goes, so what they read then they all read at
 * once. Nobody has bid on a new one. One that went out of sight matters where it is shown, and never to those who bid on
 * it: they still see it.
 */
function whereShown(queries: QueryClient, { event, row }: Change) {
  if (event === 'UPDATE') return [['jobs'], ['bids'], ['analytics']]
  if (event === 'INSERT') return [available]
  const pages = queries.getQueriesData<Page>({ queryKey: available, type: 'active' })
  const isShown = pages.some(([, page]) => page?.rows.some(({ id }) => id === row['id']))
  return isShown ? [available, ['jobs', 'to-bid-on']] : [['jobs', 'to-bid-on']]
}

interface Page {
  rows: readonly Pick<AvailableJob, 'id'>[]
}
