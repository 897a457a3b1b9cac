import { queryOptions } from '@tanstack/react-query'
import { dataOf, dataOrNull } from '#lib/errors.ts'
import { patchData } from '#lib/live/apply-change.ts'
import { liveUnreadCount } from '#lib/live/live-count.ts'
import type { Change } from '#lib/live/subjects.ts'
import { supabase } from '#lib/supabase.ts'
import { readUnread } from '#lib/unread.ts'

/** The maximum number of notices that the list shows. */
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
  queryOptions({
    queryKey: ['notices', 'latest', userId],
    queryFn: fetchLatest,
    meta: {
      applyChange: patchData<Notice[]>((notices, change) =>
        applyNoticeChange(notices, change, maxNotices),
      ),
    },
  })

async function fetchLatest() {
  const client = await supabase()
  const call = client
    .from('my_notices')
    .select(
      'id, kind, setting, title, headline, reason, link, group_title, actor_name, actor_picture, count, read, created_at',
    )
  return dataOf(
    await call.order('read').order('created_at', { ascending: false }).limit(maxNotices),
  )
}

export type Notice = Awaited<ReturnType<typeof fetchLatest>>[number]

interface ListedNotice {
  id: string | null
  count: number | null
  read: boolean | null
  created_at: string | null
}

/**
 * Applies a change that marks a notice as read or deletes it. Returns undefined if the text of the notice may have
 * changed, or if the list has `max` notices and may lack some.
 */
export function applyNoticeChange<Row extends ListedNotice>(
  notices: Row[],
  { event, row, before }: Change,
  max: number,
): Row[] | undefined {
  if (event === 'INSERT' || notices.length >= max) return undefined
  const known = notices.find(({ id }) => id === row['id'])
  // The user saw the notice before this change, so a list without it already includes this change or a later one.
  if (!known) return before['read'] === undefined ? undefined : notices
  const others = notices.filter((notice) => notice !== known)
  if (event === 'DELETE') return others
  const { count, read, created_at: at } = row
  if (known.count !== count || known.created_at !== at || typeof read !== 'boolean')
    return undefined
  return [...others, { ...known, read }].toSorted(compareNotices)
}

/** Sorts as the query does: unread notices first, and the latest of each first. */
function compareNotices(one: ListedNotice, other: ListedNotice) {
  if (one.read !== other.read) return one.read ? 1 : -1
  return (one.created_at ?? '') < (other.created_at ?? '') ? 1 : -1
}

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
