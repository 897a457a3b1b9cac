import { RefreshCw, WifiOff } from 'lucide-react'
import { useConnection } from '#lib/live/connection.ts'
import styles from './lines.module.css'

/** Quietly, that news do not arrive at the moment. */
export function ConnectionLine() {
  const connection = useConnection()
  if (connection === 'online') return null
  const isOffline = connection === 'offline'
  const Icon = isOffline ? WifiOff : RefreshCw
  return (
    <p className={styles.line}>
      <Icon size={14} aria-hidden />
      {isOffline ? 'You are offline.' : 'Reconnecting…'}
    </p>
  )
}
