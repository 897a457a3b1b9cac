import { UnstyledButton } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { HiddenText } from '../text.tsx'
import { Time } from '../time.tsx'
import styles from './item-board.module.css'

export interface BoardItem {
  id: string
  /** The verb for screen readers, such as "Review bids". */
  action: string
  /** The fact, such as "Luis Archuleta bid $7,350". */
  title: string
  /** The subject, such as the title of a job. */
  about: string
  since: string
  /** Replaces the time if the item is overdue. */
  mark?: ReactNode
  /** The address that the item opens, or the function that it calls. */
  open: string | (() => void)
}

export interface BoardColumn {
  label: string
  icon: LucideIcon
  /** The number of all items, such as "3" or "100+". */
  count: string
  items: readonly BoardItem[]
  /** The address of the whole list, if the column does not show all items. */
  all?: string | undefined
}

/** Shows the first items of each kind that wait for the user, one column a kind. */
export function ItemBoard({ label, columns }: { label: string; columns: readonly BoardColumn[] }) {
  return (
    <section aria-label={label} className={styles.board}>
      {columns.map((column) => (
        <Column key={column.label} {...column} />
      ))}
    </section>
  )
}

function Column({ label, icon: Icon, count, items, all }: BoardColumn) {
  return (
    <div className={styles.column}>
      <h2 className={styles.head}>
        <span className={styles.icon}>
          <Icon size={15} aria-hidden />
        </span>
        {label}
        <span className={styles.count}>{count}</span>
      </h2>
      <ul className={styles.items}>
        {items.map((item) => (
          <Item key={item.id} {...item} />
        ))}
      </ul>
      {all ? (
        <Link to={all} className={styles.all}>
          Show all <HiddenText>{`${count}: ${label}`}</HiddenText>
        </Link>
      ) : null}
    </div>
  )
}

function Item({ action, title, about, since, mark, open }: BoardItem) {
  const content = (
    <>
      <HiddenText>{`${action}: `}</HiddenText>
      <bdi>{title}</bdi>
    </>
  )
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        {typeof open === 'string' ? (
          <Link to={open} className={styles.title}>
            {content}
          </Link>
        ) : (
          <UnstyledButton className={styles.title} onClick={open}>
            {content}
          </UnstyledButton>
        )}
        <p className={styles.about}>
          <bdi>{about}</bdi>
        </p>
      </div>
      {mark ?? (
        <span className={styles.time}>
          <Time at={since} />
        </span>
      )}
    </li>
  )
}
