import { createContext, type ReactNode, use, useEffect, useId, useRef } from 'react'
import styles from './page.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'

/** What the frame around a page puts at the right of its top bar. */
export const PageTools = createContext<ReactNode>(null)

interface PageProps {
  title: string
  /** The page's own buttons. */
  actions?: ReactNode
  /** One sentence, where the title does not say it all. */
  lead?: string
  children: ReactNode
  /** What fills a phone to its edges. */
  isFlush?: boolean
}

/** A page of the app: its top bar, and what it shows. */
export function Page({ title, actions, lead, children, isFlush = false }: PageProps) {
  return (
    <>
      <header className={styles.bar}>
        <h1 className={styles.title} tabIndex={-1} data-page-title>
          {title}
        </h1>
        <div className={styles.tools}>{use(PageTools)}</div>
      </header>
      <div className={styles.content} data-flush={isFlush || undefined}>
        {lead || actions ? (
          <div className={styles.opening}>
            <p className={styles.lead}>{lead}</p>
            {actions ? <div className={styles.actions}>{actions}</div> : null}
          </div>
        ) : null}
        {children}
      </div>
    </>
  )
}

interface SectionProps {
  title: string
  /** What "#…" of an address leads here by. */
  anchor?: string
  actions?: ReactNode
  children: ReactNode
  /** Lists bring their own edges. */
  isFlush?: boolean
}

/** A part of a page on a card of its own. */
export function Section({ title, anchor, actions, children, isFlush = false }: SectionProps) {
  const id = useId()
  const section = useAnchor(anchor)
  return (
    <section ref={section} id={anchor} className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.sectionTitle}>
          {title}
        </h2>
        {actions}
      </header>
      <div className={isFlush ? undefined : styles.body}>{children}</div>
    </section>
  )
}

/** In milliseconds: where nothing has loaded for so long, what stands above stays as it is. */
const settled = 1500
const hands = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Whoever follows a link to "#…" arrives there, also a second time, and also where lists above come later. */
function useAnchor(anchor: string | undefined) {
  const element = useRef<HTMLElement>(null)
  const arrival = useLocation()
  const queries = useQueryClient()
  useEffect(() => {
    if (!anchor || arrival.hash !== `#${anchor}`) return undefined
    const observer = new ResizeObserver(() => element.current?.scrollIntoView())
    const stop = () => observer.disconnect()
    observer.observe(document.body)
    let timer = setTimeout(stop, settled)
    const forget = queries.getQueryCache().subscribe(() => {
      clearTimeout(timer)
      if (queries.isFetching() === 0) timer = setTimeout(stop, settled)
    })
    // Whoever moves meanwhile is not moved.
    for (const hand of hands) window.addEventListener(hand, stop, { once: true })
    return () => {
      stop()
      forget()
      clearTimeout(timer)
      for (const hand of hands) window.removeEventListener(hand, stop)
    }
  }, [anchor, arrival, queries])
  return element
}
