import { useLive } from '../../lib/live/use-live.ts'

/** Everything on the facility's dashboard follows what others do within a second. */
export function useFacilityLive(userId: string) {
  const mine = `facility_id=eq.${userId}`
  useLive({
    tables: [
      { table: 'jobs', filter: mine },
      { table: 'bids' },
      { table: 'consultations', filter: mine },
      { table: 'payments', filter: `payer_id=eq.${userId}` },
      { table: 'messages', filter: `recipient_id=eq.${userId}` },
    ],
    keys: [['jobs'], ['bids'], ['consultations'], ['payments'], ['analytics']],
  })
}
