import { Button } from '@mantine/core'
import styles from './plain-dialog.module.css'

interface Props {
  opened: boolean
  onClose: () => void
}

/** Replaces a dialog that failed to load, so it must not load anything on demand itself. */
export function PlainDialog({ opened, onClose }: Props) {
  if (!opened) return null
  return (
    <dialog
      ref={(element) => element?.showModal()}
      className={styles.dialog}
      aria-label="Not loaded"
      onClose={onClose}
    >
      <p>This part of the page failed to load. Check your connection, then reload the page.</p>
      <Button className={styles.close} variant="default" onClick={onClose}>
        Close
      </Button>
    </dialog>
  )
}
