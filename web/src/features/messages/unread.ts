import { queryOptions } from '@tanstack/react-query'
import { liveUnreadCount } from '#lib/live/live-count.ts'
import { useLive } from '#lib/live/use-live.ts'
import { readUnread } from '#lib/unread.ts'

export const unreadCount = (userId: string) =>
  queryOptions({
    queryKey: ['messages', 'unread', userId],
    ...liveUnreadCount(async () => {
      const { messages, as_of: asOf } = await readUnread()
      return { count: messages, asOf }
    }),
  })

/** Keeps the unread count up to date. Only the app's shell calls this hook. */
export function useUnreadLive(userId: string) {
  useLive({
    tables: [{ table: 'messages', filter: `recipient_id=eq.${userId}` }],
    keys: [['messages', 'unread', userId]],
  })
}
