import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/lazy.tsx'
import type { Entry } from './navigation.ts'
import { NavigationLink } from './navigation-link.tsx'
import styles from './phone-bar.module.css'

const MorePlaces = lazyPart(
  () => import('./more-places.tsx'),
  () => null,
)

const places = 4

interface Props {
  entries: Entry[]
  /** Where elsewhere other ways lead. */
  further: Entry[]
}

/** At the thumb: the first places, and the rest behind "More". */
export function PhoneBar({ entries, further }: Props) {
  const [isOpen, setOpen] = useState(false)
  // Once it was, it stays, to be seen closing.
  const [isOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  const rest = [...entries.slice(places), ...further]
  return (
    <nav className={styles.bar} aria-label="Main, at the bottom">
      {entries.slice(0, places).map((entry) => (
        <NavigationLink key={entry.to} entry={entry} className={styles.link} />
      ))}
      {rest.length > 0 ? (
        <button type="button" className={styles.link} aria-haspopup="dialog" onClick={open}>
          <MenuIcon size={18} strokeWidth={1.9} aria-hidden />
          <span>More</span>
        </button>
      ) : null}
      {isOpened ? (
        <Suspense>
          <MorePlaces entries={rest} opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </nav>
  )
}
