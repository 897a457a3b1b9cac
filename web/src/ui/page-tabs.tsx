import { Link } from 'react-router'
import styles from './page-tabs.module.css'

interface Props {
  /** What they divide, for those who hear it: "Lists". */
  label: string
  tabs: readonly { to: string; label: string }[]
  /** The `to` of the one that is shown. */
  current: string
}

/** Places that belong together, each with an address of its own. */
export function PageTabs({ label, tabs, current }: Props) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ to, label: name }) => (
        <Link
          key={to}
          to={to}
          preventScrollReset
          className={styles.tab}
          aria-current={to === current ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
