import type { ReactNode } from 'react'
import { PersonPicture } from '../person.tsx'
import { Time } from '../time.tsx'
import styles from './waiting-list.module.css'

export interface Waiting {
  id: string
  who: { id: string; name: string; picture?: string | null }
  /** "sent a bid of $7,350.00 on “Roof repair”." */
  what: ReactNode
  since: string
  /** The one button. */
  action: ReactNode
}

/** What waits for the person at the screen, one card for each thing. Nothing where nothing waits. */
export function WaitingList({ things }: { things: readonly Waiting[] }) {
  if (things.length === 0) return null
  return (
    <section aria-label="Waiting for you">
      <ul className={styles.cards}>
        {things.map(({ id, who, what, since, action }) => (
          <li key={id} className={styles.card}>
            <PersonPicture {...who} size={36} />
            <div className={styles.words}>
              <p className={styles.what}>
                <bdi className={styles.who}>{who.name}</bdi> <bdi>{what}</bdi>
              </p>
              <p className={styles.since}>
                Waiting for you · <Time at={since} />
              </p>
            </div>
            <div className={styles.action}>{action}</div>
          </li>
        ))}
      </ul>
    </section>
  )
}
