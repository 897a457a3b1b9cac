import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './tile.module.css'

interface Props {
  label: string
  figure: string
  context?: string
  /** The path of the list with the rows that the figure counts. */
  to: string
}

export function Tile({ label, figure, context, to }: Props) {
  return (
    <Link to={to} className={styles.tile}>
      <span className={styles.label}>{label}</span>
      <span className={styles.figure}>{figure}</span>
      {context ? <span className={styles.context}>{context}</span> : null}
    </Link>
  )
}

export function Tiles({ children }: { children: ReactNode }) {
  return <div className={styles.tiles}>{children}</div>
}
