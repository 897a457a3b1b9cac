import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useUnreadLive } from '#features/messages/unread.ts'
import { useMessageAlerts } from '#features/messages/use-message-alerts.ts'
import { NoticesBell } from '#features/notices/bell.tsx'
import { usePhone } from '#lib/browser-state.ts'
import { registerServiceWorker } from '#lib/new-version.ts'
import { useAccount } from '#lib/session/account.ts'
import { keepFocusIn } from '#ui/lost-focus.ts'
import { PageTools } from '#ui/page.tsx'
import { AccountButton } from './account-button.tsx'
import { SearchButton, useCommands } from './commands.tsx'
import { moreEntries, navigation } from './navigation.tsx'
import { PhoneBar } from './phone-bar.tsx'
import styles from './shell.module.css'
import { SideBar } from './side-bar.tsx'
import { StatusLines } from './status-lines.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

/** Renders the frame around every page for signed-in users. */
export function Shell({ children }: { children: ReactNode }) {
  const { role, userId } = useAccount()
  useUnreadLive(userId)
  useMessageAlerts(userId)
  useServiceWorker()
  const entries = role ? navigation[role] : []
  const main = useFocusOnNavigation()
  useScrollMemory()
  const isNavigating = useNavigation().state !== 'idle'
  const isPhone = usePhone()
  const { openPalette, element: commands } = useCommands()
  return (
    <div className={styles.shell}>
      <nav aria-label="Shortcuts">
        <a href="#content" className={styles.skip}>
          Skip to content
        </a>
      </nav>
      {isNavigating ? <div className={styles.progress} aria-hidden /> : null}
      <SideBar entries={entries} onSearch={openPalette} />
      <main id="content" className={styles.main} ref={main} tabIndex={-1}>
        <PageTools
          value={
            <>
              {isPhone && role ? <SearchButton isSmall onClick={openPalette} /> : null}
              <NoticesBell userId={userId} />
              {isPhone ? <AccountButton /> : null}
            </>
          }
        >
          {children}
        </PageTools>
      </main>
      <PhoneBar entries={entries} more={role ? moreEntries[role] : []} />
      <StatusLines />
      {commands}
    </div>
  )
}

/** Moves the focus to the title of a new page, and from a disappeared element to a nearby one. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const focusedPath = useRef(pathname)
  useEffect(() => {
    if (focusedPath.current === pathname) return
    focusedPath.current = pathname
    const title = main.current?.querySelector<HTMLElement>('[data-page-title]')
    const target = title ?? main.current
    target?.focus({ preventScroll: true })
  }, [pathname])
  useEffect(() => (main.current ? keepFocusIn(main.current) : undefined), [])
  return main
}

const idleMs = 1000

/**
 * Registers the service worker after the page has loaded its data, because the worker's downloads would slow the page.
 */
function useServiceWorker() {
  const isLoading = useIsFetching() > 0
  useEffect(() => {
    if (isLoading) return
    const timer = setTimeout(registerServiceWorker, idleMs)
    return () => clearTimeout(timer)
  }, [isLoading])
}
