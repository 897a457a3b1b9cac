import { ConnectionLine } from './connection-line.tsx'
import styles from './lines.module.css'
import { NewVersion } from './new-version.tsx'
import { RefusedMessage } from './refused-message.tsx'

/** What is to be known of the app itself, whatever page is shown. */
export function Lines() {
  return (
    <div role="status" className={styles.place}>
      <NewVersion />
      <RefusedMessage />
      <ConnectionLine />
    </div>
  )
}
