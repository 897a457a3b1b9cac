import { CircleArrowUp } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { newVersion } from '#lib/new-version.ts'
import styles from './lines.module.css'

/** Says so, and waits: when to load it is for whoever is reading or typing. */
export function NewVersion() {
  const isReady = useSyncExternalStore(newVersion.subscribe, newVersion.get, () => false)
  if (!isReady) return null
  return (
    <div className={styles.line}>
      <CircleArrowUp size={14} aria-hidden />
      <p>A new version is ready.</p>
      <button type="button" className={styles.action} onClick={newVersion.take}>
        Reload
      </button>
      <button type="button" className={styles.action} onClick={newVersion.later}>
        Later
      </button>
    </div>
  )
}
