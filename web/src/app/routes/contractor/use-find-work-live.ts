import { useQueryClient } from '@tanstack/react-query'
import {
  availableJobsTopic,
  handleJobsEvent,
  handleOwnBid,
} from '#features/jobs/available-jobs.queries.ts'
import { handleTownsEvent, refreshTowns } from '#features/jobs/find-work/towns.queries.ts'
import { useLive } from '#lib/live/use-live.ts'

/** Updates the list and the map when jobs or the contractor's own bids change. */
export function useFindWorkLive(userId: string) {
  const queries = useQueryClient()
  useLive({
    topics: [
      {
        topic: availableJobsTopic,
        onBroadcast: (broadcast) => {
          handleJobsEvent(queries, broadcast)
          handleTownsEvent(queries, broadcast)
          const jobId = broadcast.payload['id']
          // An open dialog shows whether its job still takes bids.
          if (jobId) void queries.invalidateQueries({ queryKey: ['jobs', 'to-bid-on', jobId] })
        },
      },
    ],
    tables: [
      {
        table: 'bids',
        filter: `contractor_id=eq.${userId}`,
        keysFor: () => [['jobs', 'to-bid-on']],
      },
    ],
    keys: [['jobs']],
    onEvent: (change) => {
      handleOwnBid(queries, change)
      refreshTowns(queries)
    },
  })
}
