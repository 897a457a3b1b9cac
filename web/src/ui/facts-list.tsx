import type { ReactNode } from 'react'
import styles from './facts-list.module.css'

interface Fact {
  id: string
  who: ReactNode
  figure?: ReactNode
  status: ReactNode
  when: ReactNode
}

interface Props {
  /** What it lists, for those who hear it: "Bids on Reseal". */
  label: string
  /** "No bids yet." */
  none: string
  items: Fact[]
}

const hasFigure = ({ figure }: Fact) => figure !== undefined

/** Small things that belong to a row, a line each. */
export function FactsList({ label, none, items }: Props) {
  if (items.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.list} aria-label={label} data-figures={items.some(hasFigure)}>
      {items.map(({ id, who, figure, status, when }) => (
        <li key={id} className={styles.item}>
          <span className={styles.who}>{who}</span>
          {figure ? <span className={styles.figure}>{figure}</span> : null}
          <span>{status}</span>
          <span>{when}</span>
        </li>
      ))}
    </ul>
  )
}
