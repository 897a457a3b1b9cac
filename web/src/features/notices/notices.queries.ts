import { queryOptions } from '@tanstack/react-query'
import { dataOf, dataOrNull, errorFieldsOf, Failure } from '#lib/errors.ts'
import { afterJoin } from '#lib/live/after-join.ts'
import { supabase } from '#lib/supabase.ts'

/** The maximum number of notices that the dialog shows. */
export const maxNotices = 50

export const unreadNotices = (userId: string) =>
  queryOptions({ queryKey: ['notices', 'unread', userId], queryFn: afterJoin(countUnread) })

async function countUnread() {
  const client = await supabase()
  const { count, error, status } = await client
    .from('notices')
    .select('id', { count: 'exact', head: true })
    .eq('read', false)
  if (error) throw new Failure({ ...errorFieldsOf(error), status })
  return count ?? 0
}

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

/** Reads whether new notices should play a sound. */
export const soundChoice = (userId: string) =>
  queryOptions({
    queryKey: ['settings', 'heeded', userId, 'of-notices'],
    queryFn: () => fetchChoice(userId),
  })

async function fetchChoice(userId: string) {
  const client = await supabase()
  const settings = client.from('notification_settings').select('sound')
  const row = dataOrNull(await settings.eq('user_id', userId).maybeSingle())
  return { sound: row?.sound ?? true }
}
