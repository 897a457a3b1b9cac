import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import type { Entry } from './navigation.ts'
import { NavigationLink } from './navigation-link.tsx'
import styles from './phone-bar.module.css'

const places = 4

/** At the thumb: the first places, and the rest behind "More". */
export function PhoneBar({ entries }: { entries: Entry[] }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const rest = entries.slice(places)
  return (
    <nav className={styles.bar} aria-label="Main, at the bottom">
      {entries.slice(0, places).map((entry) => (
        <NavigationLink key={entry.to} entry={entry} className={styles.link} />
      ))}
      {rest.length > 0 ? (
        <button
          type="button"
          className={styles.link}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <MenuIcon size={18} strokeWidth={1.9} aria-hidden />
          <span>More</span>
        </button>
      ) : null}
      <Dialog opened={isOpen} onClose={close} title="More">
        <ul className={styles.rest}>
          {rest.map((entry) => (
            <li key={entry.to}>
              <NavigationLink entry={entry} className={styles.row} onClick={close} />
            </li>
          ))}
        </ul>
      </Dialog>
    </nav>
  )
}
