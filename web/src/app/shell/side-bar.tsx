import { Suspense } from 'react'
import { Link } from 'react-router'
import { useRecentPages } from '#lib/recent-pages.ts'
import { useAccount } from '#lib/session/account.ts'
import { landingPaths } from '#lib/session/roles.ts'
import { Brand } from '#ui/brand.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { AccountButton } from './account-button.tsx'
import { SearchButton } from './commands.tsx'
import { type NavigationEntry, NavigationLink } from './navigation.tsx'
import styles from './side-bar.module.css'

const RecentList = lazyPart(
  () => import('./recent-list.tsx'),
  () => null,
)

interface Props {
  entries: NavigationEntry[]
  onSearch: () => void
}

/** Renders the sidebar of wide screens. Phones have a bar at the bottom and tools in the header instead. */
export function SideBar({ entries, onSearch }: Props) {
  const { role } = useAccount()
  const hasRecent = useRecentPages().length > 0
  return (
    <aside className={styles.bar}>
      <Link to={landingPaths[role ?? 'newcomer']} className={styles.brand}>
        <Brand />
      </Link>
      {role ? <SearchButton onClick={onSearch} /> : null}
      <div className={styles.places}>
        <nav aria-label="Main">
          <ul className={styles.list}>
            {entries.map((entry) => (
              <li key={entry.to}>
                <NavigationLink entry={entry} className={styles.link} />
              </li>
            ))}
          </ul>
        </nav>
        {hasRecent ? (
          <Suspense>
            <RecentList />
          </Suspense>
        ) : null}
      </div>
      <AccountButton isWide />
    </aside>
  )
}
