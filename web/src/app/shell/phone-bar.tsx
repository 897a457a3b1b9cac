import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/lazy.tsx'
import { type NavigationEntry, NavigationLink } from './navigation.tsx'
import styles from './phone-bar.module.css'

const MoreEntriesDialog = lazyPart(
  () => import('./more-entries-dialog.tsx'),
  () => null,
)

const maxLinks = 4

interface Props {
  entries: NavigationEntry[]
  /** Additional entries, which are listed behind "More". */
  more: NavigationEntry[]
}

/** Renders the bottom bar on phones, with the first entries and "More". */
export function PhoneBar({ entries, more }: Props) {
  const [isOpen, setOpen] = useState(false)
  // The dialog stays mounted after it first opens, so that its closing is animated.
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setOpen(true)
  }
  const rest = [...entries.slice(maxLinks), ...more]
  return (
    <nav className={styles.bar} aria-label="Main, at the bottom">
      {entries.slice(0, maxLinks).map((entry) => (
        <NavigationLink key={entry.to} entry={entry} className={styles.link} />
      ))}
      {rest.length > 0 ? (
        <button type="button" className={styles.link} aria-haspopup="dialog" onClick={open}>
          <MenuIcon size={18} strokeWidth={1.9} aria-hidden />
          <span>More</span>
        </button>
      ) : null}
      {wasOpened ? (
        <Suspense>
          <MoreEntriesDialog entries={rest} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </nav>
  )
}
