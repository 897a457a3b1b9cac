import { useLive } from '#lib/live/use-live.ts'

const allKeys = [['jobs'], ['bids'], ['consultations'], ['payments'], ['analytics']]

/** Refreshes the parts of the dashboard that a change affects. */
export function useFacilityLive(userId: string) {
  const mine = `facility_id=eq.${userId}`
  const jobs = () => [['jobs'], ['bids'], ['analytics']]
  useLive({
    tables: [
      {
        table: 'jobs',
        filter: mine,
        // A DELETE event means that a job is now hidden from the user. A facility always sees its own jobs, so this
        // event changes nothing.
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
        // The first message of a contractor adds a chat link to the job's row.
        keysFor: () => [
          ['jobs', 'posted'],
          ['analytics', 'waiting'],
        ],
      },
    ],
    keys: allKeys,
  })
}
