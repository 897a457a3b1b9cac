import { queryOptions } from '@tanstack/react-query'
import { dataOf, dataOrNull } from '#lib/errors.ts'
import { liveUnreadCount } from '#lib/live/live-count.ts'
import { supabase } from '#lib/supabase.ts'
import { readUnread } from '#lib/unread.ts'

/** The maximum number of notices that the dialog shows. */
export const maxNotices = 50

export const unreadNotices = (userId: string) =>
  queryOptions({
    queryKey: ['notices', 'unread', userId],
    ...liveUnreadCount(async () => {
      const { notices, as_of: asOf } = await readUnread()
      return { count: notices, asOf }
    }),
  })

export const latestNotices = (userId: string) =>
  queryOptions({ queryKey: ['notices', 'latest', userId], queryFn: fetchLatest })

async function fetchLatest() {
  const client = await supabase()
  const call = client
    .from('my_notices')
    .select(
      'id, kind, title, reason, link, group_title, job_id, consultation_id, count, read, created_at',
    )
  return dataOf(
    await call.order('read').order('created_at', { ascending: false }).limit(maxNotices),
  )
}

export type Notice = Awaited<ReturnType<typeof fetchLatest>>[number]

export async function markRead(...ids: string[]) {
  const client = await supabase()
  return dataOrNull(
    await client.from('notices').update({ read: true }).in('id', ids).eq('read', false),
  )
}

/** Marks all notices as read, except the notices that another transaction is changing. */
export async function markAllRead() {
  const client = await supabase()
  return dataOrNull(await client.rpc('mark_notices_read'))
}
