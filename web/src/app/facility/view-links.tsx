import { Link } from 'react-router'
import { type View, viewAt, views } from './places.ts'
import styles from './facility.module.css'

export function ViewLinks({ current }: { current: View }) {
  return (
    <nav aria-label="Lists" className={styles.views}>
      {views.map(({ value, label }) => (
        <Link
          key={value}
          to={viewAt(value)}
          preventScrollReset
          className={styles.view}
          aria-current={value === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
