import { useLive } from '#lib/live/use-live.ts'

/** Keeps every number of unread messages true; called once, by the frame. */
export function useUnreadLive(userId: string) {
  useLive({
    tables: [{ table: 'messages', filter: `recipient_id=eq.${userId}` }],
    keys: [['messages', 'unread', userId]],
  })
}
