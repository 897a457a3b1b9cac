import { queryOptions } from '@tanstack/react-query'
import { errorFieldsOf, Failure } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { useLive } from '#lib/live/use-live.ts'
import { supabase } from '#lib/supabase.ts'

export const unreadCount = (userId: string) =>
  queryOptions({
    queryKey: ['messages', 'unread', userId],
    queryFn: afterJoin(() => countUnread(userId)),
  })

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

/** Keeps the unread count up to date. Only the app's shell calls this hook. */
export function useUnreadLive(userId: string) {
  useLive({
    tables: [{ table: 'messages', filter: `recipient_id=eq.${userId}` }],
    keys: [['messages', 'unread', userId]],
  })
}
