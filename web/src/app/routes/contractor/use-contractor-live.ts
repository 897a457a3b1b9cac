import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { AvailableJob } from '#features/jobs/jobs.queries.ts'
import type { Change } from '#lib/live/subjects.ts'
import { useLive } from '#lib/live/use-live.ts'

const allKeys = [['jobs'], ['bids'], ['payments'], ['analytics']]
const available = ['jobs', 'available']

/** Refreshes the parts of the dashboard that a change affects. */
export function useContractorLive(userId: string) {
  const queries = useQueryClient()
  useLive({
    tables: [
      { table: 'jobs', keysFor: (change) => keysOfJobChange(queries, change) },
      {
        table: 'bids',
        filter: `contractor_id=eq.${userId}`,
        keysFor: () => [['jobs'], ['bids'], ['analytics']],
      },
      {
        table: 'payments',
        filter: `payee_id=eq.${userId}`,
        // Refetch the bids too, because the row of a won bid shows whether its payment is due.
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
    keys: allKeys,
  })
}

/**
 * Returns the keys of the queries to refetch after a change to a job. All contractors get the event for a new or
 * removed job, so this event must cause few requests. Contractors who bid on a removed job get an UPDATE event, because
 * they can still see the job.
 */
function keysOfJobChange(queries: QueryClient, { event, row }: Change) {
  if (event === 'UPDATE') return [['jobs'], ['bids'], ['analytics']]
  if (event === 'INSERT') return [available]
  const pages = queries.getQueriesData<JobPage>({ queryKey: available, type: 'active' })
  const isShown = pages.some(([, page]) => page?.rows.some(({ id }) => id === row['id']))
  return isShown ? [available, ['jobs', 'to-bid-on']] : [['jobs', 'to-bid-on']]
}

interface JobPage {
  rows: readonly Pick<AvailableJob, 'id'>[]
}
