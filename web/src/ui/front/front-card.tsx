import type { ReactNode } from 'react'
import { Brand } from '../brand.tsx'
import styles from './front.module.css'

interface Props {
  title: string
  lead?: string
  children: ReactNode
  /** The way back, below the card. */
  foot: ReactNode
  isWide?: boolean
}

/** A page before anybody is signed in: one card with one thing to do. */
export function FrontCard({ title, lead, children, foot, isWide = false }: Props) {
  return (
    <div className={styles.page}>
      <main className={styles.main} data-wide={isWide}>
        <a href="/marketing" className={styles.brand} aria-label="Mendwell, home">
          <Brand />
        </a>
        <div className={styles.card}>
          <div className={styles.head}>
            <h1 className={styles.title}>{title}</h1>
            {lead ? <p className={styles.lead}>{lead}</p> : null}
          </div>
          {children}
        </div>
        <div className={styles.foot}>{foot}</div>
      </main>
    </div>
  )
}
