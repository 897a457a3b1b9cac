import { RefreshCw, WifiOff } from 'lucide-react'
import { useConnection } from '../../lib/live/use-connection.ts'
import styles from './connection-line.module.css'

/** Quietly, that news do not arrive at the moment. */
export function ConnectionLine() {
  const connection = useConnection()
  const isOffline = connection === 'offline'
  const Icon = isOffline ? WifiOff : RefreshCw
  return (
    <div role="status" className={styles.place}>
      {connection === 'online' ? null : (
        <p className={styles.line}>
          <Icon size={14} aria-hidden />
          {isOffline ? 'You are offline.' : 'Reconnecting…'}
        </p>
      )}
    </div>
  )
}
