import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { Suspense, useState } from 'react'
import { CountBadge } from '#ui/count-badge.tsx'
import { HiddenText } from '#ui/hidden-text.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { PlainDialog } from '#ui/plain-dialog.tsx'
import styles from './bell.module.css'
import { unreadNotices } from './notices.ts'
import { useNoticesLive } from './use-notices-live.ts'
import { useSeenHere } from './use-seen-here.ts'

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
