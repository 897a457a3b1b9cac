import { CircleAlert, CircleArrowUp, RefreshCw, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useRefusedMessagePath } from '#features/messages/conversation/unsent.ts'
import { useConnection } from '#lib/live/connection.ts'
import { newVersion } from '#lib/new-version.ts'
import { useAccount } from '#lib/session/account.ts'
import styles from './status-lines.module.css'

/**
 * Shows up to three lines on a page: one for a new version of the app, one for a message that was not sent, and one for
 * a lost connection.
 */
export function StatusLines() {
  return (
    <div role="status" className={styles.place}>
      <NewVersion />
      <RefusedMessage />
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

/** Tells users on every page that one of their messages was not sent. */
function RefusedMessage() {
  const { userId, role } = useAccount()
  const path = useRefusedMessagePath(userId, role === 'facility')
  if (!path) return null
  return (
    <div className={styles.line} data-tone="red">
      <CircleAlert size={14} aria-hidden />
      <p>A message wasn't sent.</p>
      <Link to={path} className={styles.action}>
        View message
      </Link>
    </div>
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
