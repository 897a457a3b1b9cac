import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PersonPicture } from '../person.tsx'
import { Time } from '../time.tsx'
import styles from './item-cards.module.css'

export interface ItemCard {
  id: string
  who: { id: string; name: string; picture?: string | null }
  /** The icon for this kind of item, which replaces the user's picture. */
  icon?: LucideIcon
  /** The text after the name, such as "sent a bid of $7,350." */
  what: ReactNode
  /** The subject, such as the title of a job. */
  about?: string
  since: string
  /** The only button of the card. */
  action: ReactNode
}

/** Shows the items that wait for the user, one card for each item. */
export function ItemCards({ items }: { items: readonly ItemCard[] }) {
  if (items.length === 0) return null
  return (
    <section aria-label="Waiting for you">
      <ul className={styles.cards}>
        {items.map(({ id, who, icon, what, about = 'Waiting for you', since, action }) => (
          <li key={id} className={styles.card}>
            {icon ? <Kind icon={icon} /> : <PersonPicture {...who} size={36} />}
            <div className={styles.words}>
              <p className={styles.what}>
                <bdi className={styles.who}>{who.name}</bdi> <bdi>{what}</bdi>
              </p>
              <p className={styles.since}>
                <bdi className={styles.about}>{about}</bdi> · <Time at={since} />
              </p>
            </div>
            <div className={styles.action}>{action}</div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Kind({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className={styles.kind}>
      <Icon size={17} aria-hidden />
    </span>
  )
}
