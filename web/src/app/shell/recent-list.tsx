import { CalendarClock, MessageSquare, UserRound } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { TradePlate } from '#features/jobs/trade-plates.tsx'
import { type RecentPage, useRecentPages } from '#lib/recent-pages.ts'
import styles from './recent-list.module.css'

const maxPages = 3
const icons = { person: UserRound, consultation: CalendarClock, chat: MessageSquare }

/** Lists the objects that the user opened last. */
export default function RecentList() {
  const { pathname, search } = useLocation()
  return (
    <nav aria-labelledby="recent">
      <h2 id="recent" className={styles.title}>
        Recent
      </h2>
      <ul className={styles.list}>
        {useRecentPages()
          .slice(0, maxPages)
          .map((page) => (
            <li key={`${page.kind}:${page.id}`}>
              <Link
                to={page.path}
                className={styles.link}
                aria-current={page.path === pathname + search ? 'page' : undefined}
              >
                <Picture page={page} />
                <bdi className={styles.name}>{page.title}</bdi>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Picture({ page: { kind, id, category = '' } }: { page: RecentPage }) {
  if (kind === 'job') {
    return (
      <span className={styles.plate} aria-hidden>
        <TradePlate category={category} jobId={id} />
      </span>
    )
  }
  const Icon = icons[kind]
  return (
    <span className={styles.icon} aria-hidden>
      <Icon size={16} strokeWidth={1.9} />
    </span>
  )
}
