import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useAccount } from '#features/accounts/session/account-context.ts'
import { useNews } from '#features/messages/use-message-alerts.ts'
import { useSending } from '#features/messages/conversation/outboxes.ts'
import { useUnreadLive } from '#features/messages/unread.ts'
import { NoticesBell } from '#features/notices/bell.tsx'
import { PageTools } from '#ui/page.tsx'
import { AccountButton } from './account-button.tsx'
import { Lines } from './lines.tsx'
import { furtherPlaces, navigation } from './navigation.ts'
import { PhoneBar } from './phone-bar.tsx'
import styles from './shell.module.css'
import { SideBar } from './side-bar.tsx'
import { useKeptApp } from './use-kept-app.ts'

/** The frame around every page of somebody who is signed in. */
export function Shell({ children }: { children: ReactNode }) {
  const { role, userId } = useAccount()
  useUnreadLive(userId)
  useSending(userId)
  useNews(userId)
  useKeptApp()
  const entries = role ? navigation[role] : []
  const main = useFocusOnArrival()
  const isOnTheWay = useNavigation().state !== 'idle'
  return (
    <div className={styles.shell}>
      <nav aria-label="Shortcuts">
        <a href="#content" className={styles.skip}>
          Skip to content
        </a>
      </nav>
      {isOnTheWay ? <div className={styles.progress} aria-hidden /> : null}
      <SideBar entries={entries} />
      <main id="content" className={styles.main} ref={main} tabIndex={-1}>
        <PageTools value={<Tools userId={userId} />}>{children}</PageTools>
      </main>
      <PhoneBar entries={entries} further={role ? furtherPlaces[role] : []} />
      <Lines />
    </div>
  )
}

function Tools({ userId }: { userId: string }) {
  return (
    <>
      <NoticesBell userId={userId} />
      <AccountButton />
    </>
  )
}

/** A new page is read from its title on, and not from wherever the link stood. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const arrivedAt = useRef(pathname)
  useEffect(() => {
    if (arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    const title = main.current?.querySelector<HTMLElement>('[data-page-title]')
    const target = title ?? main.current
    target?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
