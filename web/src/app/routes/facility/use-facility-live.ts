import { useLive } from '#lib/live/use-live.ts'

const all = [['jobs'], ['bids'], ['consultations'], ['payments'], ['analytics']]

/** Everything on the facility's dashboard follows what others do within a second: each change where it is shown. */
export function useFacilityLive(userId: string) {
  const mine = `facility_id=eq.${userId}`
  const jobs = () => [['jobs'], ['bids'], ['analytics']]
  useLive({
    tables: [
      {
        table: 'jobs',
        filter: mine,
        // One's own stay in sight; when others' go out of it everybody is told.
        keysFor: ({ event }) => (event === 'DELETE' ? [] : jobs()),
      },
      { table: 'bids', keysFor: jobs },
      {
        table: 'consultations',
        filter: mine,
        keysFor: () => [['consultations'], ['analytics']],
      },
      {
        table: 'payments',
        filter: `payer_id=eq.${userId}`,
        keysFor: () => [['payments'], ['analytics']],
      },
      {
        table: 'messages',
        filter: `recipient_id=eq.${userId}`,
        // Who wrote first can be answered from the job.
        keysFor: () => [
          ['jobs', 'posted'],
          ['analytics', 'waiting'],
        ],
      },
    ],
    keys: all,
  })
}
