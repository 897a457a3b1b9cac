import { CircleArrowUp, RefreshCw, WifiOff } from 'lucide-react'
import { Suspense, useSyncExternalStore } from 'react'
import { useSenderNeeded } from '#features/messages/conversation/sender-needed.ts'
import { useConnection } from '#lib/live/connection.ts'
import { newVersion } from '#lib/new-version.ts'
import { useAccount } from '#lib/session/account.ts'
import { lazyPart } from '#ui/lazy.tsx'
import styles from './status-lines.module.css'

const MessageSender = lazyPart(
  () => import('./message-sender.tsx'),
  () => null,
)

/**
 * Shows up to three lines on a page: one for a new version of the app, one for a message that was not sent, and one for
 * a lost connection.
 */
export function StatusLines() {
  return (
    <div role="status" className={styles.place}>
      <NewVersion />
      <Messages />
      <ConnectionLine />
    </div>
  )
}

/**
 * Offers a reload when a newer version of the app is ready. The page does not reload without a click, because the user
 * may be reading or typing.
 */
function NewVersion() {
  const isReady = useSyncExternalStore(newVersion.subscribe, newVersion.get, () => false)
  if (!isReady) return null
  return (
    <div className={styles.line}>
      <CircleArrowUp size={14} aria-hidden />
      <p>A new version is ready.</p>
      <button type="button" className={styles.action} onClick={newVersion.activate}>
        Reload
      </button>
      <button type="button" className={styles.action} onClick={newVersion.later}>
        Later
      </button>
    </div>
  )
}

/** Sends waiting messages and tells about refused ones, if there can be any. */
function Messages() {
  if (!useSenderNeeded(useAccount().userId)) return null
  return (
    <Suspense>
      <MessageSender />
    </Suspense>
  )
}

/** Shows that live updates are interrupted. */
function ConnectionLine() {
  const connection = useConnection()
  if (connection === 'online') return null
  const isOffline = connection === 'offline'
  const Icon = isOffline ? WifiOff : RefreshCw
  return (
    <p className={styles.line}>
      <Icon size={14} aria-hidden />
      {isOffline ? "You're offline." : 'Reconnecting…'}
    </p>
  )
}
