import { queryOptions } from '@tanstack/react-query'
import { Failure, readingsOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

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
  if (error) throw new Failure({ ...readingsOf(error), status })
  return count ?? 0
}
