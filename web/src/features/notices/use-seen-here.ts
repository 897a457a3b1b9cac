import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { renew } from '#lib/live/renew.ts'
import { useLookedAt } from '#lib/looked-at.ts'
import { latestNotices, markRead } from './notices.ts'

/** An admin's list, however narrowed; a chat, or one list of a dashboard as it opens: a dashboard shows too much for that. */
const isOfOneMatter = (place: string) => /^\/(?:admin|chat)\/|\?view=\w+$/.test(place)

/** Whoever looks at the place that a notice leads to has seen what it tells of, by whatever way they came. */
export function useSeenHere(userId: string, unread: number) {
  const { pathname, search } = useLocation()
  const place = pathname.startsWith('/admin/') ? pathname : pathname + search
  const isHere = useLookedAt() && isOfOneMatter(place) && unread > 0
  const { data: notices } = useQuery({ ...latestNotices(userId), enabled: isHere })
  const seen = isHere && notices ? notices.filter((one) => !one.read && one.link === place) : []
  // Messages are read one by one, in the chat.
  const ids = seen.flatMap(({ id, kind }) => (id && kind !== 'message_received' ? [id] : []))
  const wanted = ids.join(' ')
  const queries = useQueryClient()
  useEffect(() => {
    if (!wanted) return
    // What fails stays new, and is marked by the next visit.
    markRead(...wanted.split(' ')).then(
      () => renew(queries, ['notices']),
      () => undefined,
    )
  }, [queries, wanted])
}
