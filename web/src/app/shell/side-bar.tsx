import { Link } from 'react-router'
import { useAccount } from '#lib/session/account.ts'
import { landingPaths } from '#lib/session/roles.ts'
import { Brand } from '#ui/brand.tsx'
import { type NavigationEntry, NavigationLink } from './navigation.tsx'
import styles from './side-bar.module.css'

export function SideBar({ entries }: { entries: NavigationEntry[] }) {
  const { role } = useAccount()
  return (
    <aside className={styles.bar}>
      <Link to={landingPaths[role ?? 'newcomer']} className={styles.brand}>
        <Brand />
      </Link>
      <nav aria-label="Main">
        <ul className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.to}>
              <NavigationLink entry={entry} className={styles.link} />
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  )
}
