import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import styles from './page.module.css'

/** The tools that the app shows on the right of each page's top bar. */
export const PageTools = createContext<ReactNode>(null)

interface PageProps {
  title: string
  actions?: ReactNode
  /** A sentence below the title, for titles that do not explain the page, or a greeting. */
  lead?: ReactNode
  children: ReactNode
  /** Whether the content has no padding on a phone. */
  isFlush?: boolean
  /** Whether the content fills the window, except on a phone, and scrolls by itself. */
  isFilling?: boolean
  /** Whether the content fills the whole width, without padding. */
  isFull?: boolean
}

/** Renders a page with its title in the bar. */
export function Page({ title, actions, lead, children, ...layout }: PageProps) {
  const { isFlush = false, isFilling = false, isFull = false } = layout
  return (
    <>
      <header className={styles.bar}>
        <h1 className={styles.title} tabIndex={-1} data-page-title>
          {title}
        </h1>
        <div className={styles.tools}>{use(PageTools)}</div>
      </header>
      <div
        className={styles.content}
        data-flush={isFlush || undefined}
        data-filling={isFilling || undefined}
        data-full={isFull || undefined}
      >
        {lead || actions ? (
          <div className={styles.opening} data-bare={lead ? undefined : true}>
            {typeof lead === 'string' ? <p className={styles.lead}>{lead}</p> : lead}
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
  /** The fragment in links to this section. */
  anchor?: string
  actions?: ReactNode
  children: ReactNode
  /** Set this for lists, because their rows have their own padding. */
  isFlush?: boolean
  /** Whether the page has only this list. The page shows the title, so only screen readers get it again. */
  isWholePage?: boolean
  /** Whether the part has no border, because it lies in a column of a page. */
  isPlain?: boolean
}

/** Renders a part of a page as a card, or as plain text with a heading. */
export function Section({ title, anchor, actions, children, ...look }: SectionProps) {
  const { isFlush = false, isWholePage = false, isPlain = false } = look
  const id = useId()
  const section = useAnchor(anchor)
  if (isWholePage) {
    return (
      <section id={anchor} className={styles.wholePage} aria-label={title}>
        {children}
      </section>
    )
  }
  return (
    <section
      ref={section}
      id={anchor}
      className={isPlain ? styles.plain : styles.section}
      aria-labelledby={id}
    >
      <header className={styles.head}>
        <h2 id={id} className={styles.sectionTitle}>
          {title}
        </h2>
        {actions}
      </header>
      <div className={styles.body} data-flush={isFlush || undefined}>
        {children}
      </div>
    </section>
  )
}

/** If no request ran for this time, the layout above the section is considered final. */
const settledAfterMs = 1500
const userInputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls to the element in the URL's fragment, and again while lists above the element load. */
function useAnchor(anchor: string | undefined) {
  const element = useRef<HTMLElement>(null)
  const arrival = useLocation()
  const queries = useQueryClient()
  useEffect(() => {
    if (!anchor || arrival.hash !== `#${anchor}`) return undefined
    const observer = new ResizeObserver(() => element.current?.scrollIntoView())
    const stop = () => observer.disconnect()
    observer.observe(document.body)
    let timer = setTimeout(stop, settledAfterMs)
    const forget = queries.getQueryCache().subscribe(() => {
      clearTimeout(timer)
      if (queries.isFetching() === 0) timer = setTimeout(stop, settledAfterMs)
    })
    // Stop when the user scrolls, clicks or types.
    for (const hand of userInputEvents) window.addEventListener(hand, stop, { once: true })
    return () => {
      stop()
      forget()
      clearTimeout(timer)
      for (const hand of userInputEvents) window.removeEventListener(hand, stop)
    }
  }, [anchor, arrival, queries])
  return element
}

interface WhenSeenProps {
  /** A placeholder that is as high as the content. */
  before: ReactNode
  children: ReactNode
}

/** Loads its content when the user scrolls to it or prints the page. */
export function WhenSeen({ before, children }: WhenSeenProps) {
  const mark = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!mark.current) return undefined
    const see = () => setSeen(true)
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) see()
    })
    observer.observe(mark.current)
    window.addEventListener('beforeprint', see)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', see)
    }
  }, [])
  return isSeen ? children : <div ref={mark}>{before}</div>
}
