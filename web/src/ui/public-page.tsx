import { type ReactNode, useEffect, useRef } from 'react'
import { Brand } from './brand.tsx'
import styles from './public-page.module.css'
import { Button } from '@mantine/core'
import { Check } from 'lucide-react'

interface FrontCardProps {
  title: string
  lead?: string
  children: ReactNode
  /** The way back, below the card. */
  foot: ReactNode
  isWide?: boolean
}

/** A page before anybody is signed in: one card with one thing to do. */
export function FrontCard({ title, lead, children, foot, isWide = false }: FrontCardProps) {
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

interface FrontDoneProps {
  children: ReactNode
  again: string
  onAgain: () => void
}

/** It worked; what comes next, and the way to do it again. */
export function FrontDone({ children, again, onAgain }: FrontDoneProps) {
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone with its form.
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.done} role="status">
      <span className={styles.check}>
        <Check size={22} aria-hidden />
      </span>
      <p>{children}</p>
      <Button variant="default" onClick={onAgain}>
        {again}
      </Button>
    </div>
  )
}

interface BackButtonProps {
  /** Where to, if this is where the visit began. */
  fallback: string
  children: string
}

/** One step back. */
export function BackButton({ fallback, children }: BackButtonProps) {
  const goBack = () => (history.length > 1 ? history.back() : location.assign(fallback))
  return (
    <button type="button" className={styles.back} onClick={goBack}>
      {children}
    </button>
  )
}

/** Looks like the quiet button that it stands for, and works before anything else does. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className={styles.back}>
      {children}
    </a>
  )
}
