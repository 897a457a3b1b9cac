import { queryOptions } from '@tanstack/react-query'
import { Failure, errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { useLive } from '#lib/live/use-live.ts'

/** How many messages wait for this person. */
export const unreadCount = (userId: string) =>
  queryOptions({ queryKey: ['messages', 'unread', userId], queryFn: () => countUnread(userId) })

async function countUnread(userId: string) {
  const client = await supabase()
  const { count, error, status } = await client
    .from('messages')
    .select('id', { count: 'exact', head: true })
    .eq('recipient_id', userId)
    .eq('read', false)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
  return count ?? 0
}

/** Keeps every number of unread messages true; called once, by the frame. */
export function useUnreadLive(userId: string) {
  useLive({
    tables: [{ table: 'messages', filter: `recipient_id=eq.${userId}` }],
    keys: [['messages', 'unread', userId]],
  })
}
