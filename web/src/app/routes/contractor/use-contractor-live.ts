import { useQueryClient } from '@tanstack/react-query'
import {
  availableJobsTopic,
  handleJobsEvent,
  handleOwnBid,
} from '#features/jobs/available-jobs.queries.ts'
import { useLive } from '#lib/live/use-live.ts'

const allKeys = [['jobs'], ['bids'], ['payments'], ['analytics']]

/** Updates the parts of the dashboard that a change affects. */
export function useContractorLive(userId: string) {
  const queries = useQueryClient()
  const ownWork = () => [['jobs'], ['bids'], ['analytics']]
  useLive({
    topics: [
      {
        topic: availableJobsTopic,
        onBroadcast: (broadcast) => {
          handleJobsEvent(queries, broadcast)
          const jobId = broadcast.payload['id']
          // An open dialog shows whether its job still takes bids.
          if (jobId) void queries.invalidateQueries({ queryKey: ['jobs', 'to-bid-on', jobId] })
        },
      },
    ],
    tables: [
      { table: 'jobs', filter: `awarded_contractor_id=eq.${userId}`, keysFor: ownWork },
      {
        table: 'bids',
        filter: `contractor_id=eq.${userId}`,
        keysFor: () => [['jobs', 'to-bid-on'], ['bids'], ['analytics']],
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
        keysFor: () => [['analytics', 'waiting']],
      },
    ],
    keys: allKeys,
    onEvent: (change) => {
      if (change.table === 'bids') handleOwnBid(queries, change)
    },
  })
}
