import { UnstyledButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { CountBadge } from '#ui/badge.tsx'
import { HiddenText } from '#ui/text.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import styles from './bell.module.css'
import { latestNotices, markRead, soundChoice, unreadNotices } from './notices.queries.ts'
import { useLive } from '#lib/live/use-live.ts'
import { useUnreadSound } from '#lib/use-unread-sound.ts'
import { useLocation } from 'react-router'
import { refreshQueries } from '#lib/live/refresh.ts'
import { usePageFocused } from '#lib/browser-state.ts'

const NoticesDialog = lazyPart(() => import('./notices-dialog.tsx'), PlainDialog)

/** How much is new, and the way to it. */
export function NoticesBell({ userId }: { userId: string }) {
  useNoticesLive(userId)
  const { data: unread = 0 } = useQuery(unreadNotices(userId))
  useSeenHere(userId, unread)
  const [isOpen, setOpen] = useState(false)
  // Once it was, it stays, to be seen closing.
  const [isOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <UnstyledButton className={styles.bell} aria-haspopup="dialog" onClick={open}>
        <BellRing size={18} strokeWidth={1.9} aria-hidden />
        <HiddenText>Notices</HiddenText>
        <CountBadge count={unread} what="new" />
      </UnstyledButton>
      {isOpened ? (
        <Suspense>
          <NoticesDialog userId={userId} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Keeps the bell and what is behind it true, and sounds as somebody has chosen; called once, by the frame. */
function useNoticesLive(userId: string) {
  const { data: wants } = useQuery(soundChoice(userId))
  const sound = useUnreadSound()
  useLive({
    tables: [{ table: 'notices', filter: `recipient_id=eq.${userId}` }],
    keys: [['notices']],
    // Messages have a sound of their own, each of them.
    onEvent: (change) =>
      sound(change, wants?.sound === true && change.row['kind'] !== 'message_received'),
  })
}

/** An admin's list, however narrowed; a chat, or one list of a dashboard as it opens: a dashboard shows too much for that. */
const isOfOneMatter = (place: string) => /^\/(?:admin|chat)\/|\?view=\w+$/.test(place)

/** Whoever looks at the place that a notice leads to has seen what it tells of, by whatever way they came. */
function useSeenHere(userId: string, unread: number) {
  const { pathname, search } = useLocation()
  const place = pathname.startsWith('/admin/') ? pathname : pathname + search
  const isHere = usePageFocused() && isOfOneMatter(place) && unread > 0
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
      () => refreshQueries(queries, ['notices']),
      () => undefined,
    )
  }, [queries, wanted])
}
