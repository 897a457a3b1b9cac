import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { alertChoices } from '#lib/alert-choices.ts'
import { usePageFocused } from '#lib/browser-state.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { useLive } from '#lib/live/use-live.ts'
import { useUnreadSound } from '#lib/use-unread-sound.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { BellButton } from './bell-button.tsx'
import type { NoticesPopoverProps } from './notices-popover.tsx'
import { latestNotices, markRead, unreadNotices } from './notices.queries.ts'

const load = () => import('./notices-popover.tsx')
// If this preload fails, opening the notices loads them again.
const preload = () => void load().catch(() => undefined)
const NoticesPopover = lazyPart(load, FailedPopover)

/** Renders the button that opens the notices and shows the number of new ones. */
export function NoticesBell({ userId }: { userId: string }) {
  useLiveNotices(userId)
  const { data: unread = 0 } = useQuery(unreadNotices(userId))
  useMarkShownAsRead(userId, unread)
  const [isOpen, setOpen] = useState(false)
  // After its first opening, the list stays mounted, so that it can animate its closing.
  const [isOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  const button = (
    <BellButton unread={unread} onPointerEnter={preload} onFocus={preload} onClick={open} />
  )
  if (!isOpened) return button
  return (
    <Suspense fallback={button}>
      <NoticesPopover userId={userId} unread={unread} opened={isOpen} onChange={setOpen} />
    </Suspense>
  )
}

function FailedPopover({ unread, opened, onChange }: NoticesPopoverProps) {
  return (
    <>
      <BellButton unread={unread} onClick={() => onChange(true)} />
      <PlainDialog opened={opened} onClose={() => onChange(false)} />
    </>
  )
}

/** Keeps the notices up to date, and plays a sound for new notices if the user wants sounds. */
function useLiveNotices(userId: string) {
  const { data: wants } = useQuery(alertChoices(userId))
  const sound = useUnreadSound()
  useLive({
    tables: [{ table: 'notices', filter: `recipient_id=eq.${userId}` }],
    keys: [
      ['notices', 'unread', userId],
      ['notices', 'latest', userId],
    ],
    // Notices about messages are silent here, because messages have a separate sound.
    onEvent: (change) =>
      sound(change, wants?.sound === true && change.row['kind'] !== 'message_received'),
  })
}

/** Returns false for pages such as a whole dashboard, because the user may overlook parts of them. */
const isSpecificPage = (place: string) => /^\/(?:admin|chat|facility|contractor)\//.test(place)

/** Marks notices as read when the user visits the specific page that they link to. */
function useMarkShownAsRead(userId: string, unread: number) {
  const { pathname, search } = useLocation()
  const place = pathname.startsWith('/chat/') ? pathname + search : pathname
  const isHere = usePageFocused() && isSpecificPage(place) && unread > 0
  const { data: notices } = useQuery({ ...latestNotices(userId), enabled: isHere })
  const seen = isHere && notices ? notices.filter((one) => !one.read && one.link === place) : []
  // Skip notices about messages, because the chat marks the messages themselves as read.
  const ids = seen.flatMap(({ id, kind }) => (id && kind !== 'message_received' ? [id] : []))
  const wanted = ids.join(' ')
  const queries = useQueryClient()
  useEffect(() => {
    if (!wanted) return
    // If the request fails, the notices stay unread until the user visits the page again.
    markRead(...wanted.split(' ')).then(
      () => refreshQueries(queries, ['notices']),
      () => undefined,
    )
  }, [queries, wanted])
}
