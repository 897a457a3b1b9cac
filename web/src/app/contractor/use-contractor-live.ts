import type { Change } from '../../lib/live/subjects.ts'
import { useLive } from '../../lib/live/use-live.ts'

const all = [['jobs'], ['bids'], ['payments'], ['analytics']]

/** Everything on the contractor's dashboard follows what others do within a second: each change where it is shown. */
export function useContractorLive(userId: string) {
  useLive({
    tables: [
      { table: 'jobs', shownIn: ofJob },
      {
        table: 'bids',
        filter: `contractor_id=eq.${userId}`,
        shownIn: () => [['jobs'], ['bids'], ['analytics']],
      },
      {
        table: 'payments',
        filter: `payee_id=eq.${userId}`,
        // A bid says who has yet to pay.
        shownIn: () => [['payments'], ['bids', 'mine'], ['analytics']],
      },
      {
        table: 'messages',
        filter: `recipient_id=eq.${userId}`,
        shownIn: () => [
          ['bids', 'mine'],
          ['analytics', 'waiting'],
        ],
      },
    ],
    keys: all,
  })
}

/** Nobody has bid on a new one. */
function ofJob({ event }: Change) {
  return event === 'INSERT' ? [['jobs', 'available']] : [['jobs'], ['bids'], ['analytics']]
}
