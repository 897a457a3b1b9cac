import { isApple } from '#lib/keyboard.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import styles from './keys-dialog.module.css'

interface Props {
  opened: boolean
  onClose: () => void
}

/** Lists the keys that work on every page. */
export default function KeysDialog({ opened, onClose }: Props) {
  const main = isApple() ? '⌘' : 'Ctrl'
  const keys = [
    { keys: [main, 'K'], does: 'Search or jump to' },
    { keys: ['/'], does: 'Search this page' },
    { keys: ['?'], does: 'Show this list' },
    { keys: ['↑', '↓'], does: 'Move between results' },
    { keys: ['↵'], does: 'Open a result' },
    { keys: [main, '↵'], does: 'Open a result in a new tab' },
    { keys: ['Esc'], does: 'Close' },
  ]
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size="sm">
      <dl className={styles.keys}>
        {keys.map((entry) => (
          <div key={entry.does} className={styles.entry}>
            <dt>{entry.does}</dt>
            <dd>
              {entry.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
