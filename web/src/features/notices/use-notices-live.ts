import { useLive } from '../../lib/live/use-live.ts'

/** Keeps the bell and what is behind it true; called once, by the frame. */
export function useNoticesLive(userId: string) {
  useLive({
    tables: [{ table: 'notices', filter: `recipient_id=eq.${userId}` }],
    keys: [['notices']],
  })
}
