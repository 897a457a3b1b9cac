import { Dialog } from '#ui/dialogs/dialog.tsx'
import { type NavigationEntry, NavigationLink } from './navigation.tsx'
import styles from './phone-bar.module.css'

interface Props {
  entries: NavigationEntry[]
  opened: boolean
  onClose: () => void
}

/** Lists the menu entries that do not fit into the bottom bar of a phone. */
export default function MoreEntriesDialog({ entries, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="More">
      <ul className={styles.rest}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <NavigationLink entry={entry} className={styles.row} onClick={onClose} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
