import { Button } from '@mantine/core'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Brand } from './brand.tsx'
import styles from './public-page.module.css'

interface PublicCardProps {
  title: string
  lead?: string
  children: ReactNode
  /** The content below the card, such as a link back. */
  foot: ReactNode
  isWide?: boolean
}

/** Renders a page for visitors: one card with one task. */
export function PublicCard({ title, lead, children, foot, isWide = false }: PublicCardProps) {
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

interface PublicDoneProps {
  children: ReactNode
  again: string
  onAgain: () => void
}

/** Confirms that a form was sent, and offers to send another one. */
export function PublicDone({ children, again, onAgain }: PublicDoneProps) {
  const place = useRef<HTMLDivElement>(null)
  // Move the focus here, because the focused button has disappeared with its form.
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
  /** The destination if the browser has no earlier page in its history. */
  fallback: string
  children: string
}

export function BackButton({ fallback, children }: BackButtonProps) {
  const goBack = () => (history.length > 1 ? history.back() : location.assign(fallback))
  return (
    <button type="button" className={styles.back} onClick={goBack}>
      {children}
    </button>
  )
}

/** Renders a link that looks like BackButton and works before hydration. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className={styles.back}>
      {children}
    </a>
  )
}
