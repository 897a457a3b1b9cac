import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
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
}

/** Renders a page with its title in the bar. */
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

interface DetailPageProps {
  title: string
  /** The list that contains the object, which the breadcrumbs link to. */
  list: { to: string; label: string }
  /** The picture of the object, beside its title. */
  picture?: ReactNode
  /** One line below the title. */
  facts?: ReactNode
  /** Buttons, which stand at the bottom of a phone. */
  actions?: ReactNode
  /** The `MoreMenu` with the other actions. */
  menu?: ReactNode
  /** The `PageTabs` of the object. */
  tabs?: ReactNode
  children: ReactNode
}

/** Renders the page of one object, such as a job. The bar has breadcrumbs, and the title is above the content. */
export function DetailPage({ title, list, children, ...parts }: DetailPageProps) {
  const { picture, facts, actions, menu, tabs } = parts
  return (
    <>
      <header className={styles.bar}>
        <nav aria-label="Breadcrumbs" className={styles.trail}>
          <Link to={list.to}>{list.label}</Link>
          <ChevronRight size={14} aria-hidden />
          <bdi className={styles.here} aria-current="page">
            {title}
          </bdi>
        </nav>
        <div className={styles.tools}>{use(PageTools)}</div>
      </header>
      <div className={styles.detail}>
        <div className={styles.detailHead} data-tabs={Boolean(tabs) || undefined}>
          {picture}
          <div className={styles.detailWords}>
            <h1 className={styles.detailTitle} tabIndex={-1} data-page-title>
              <bdi>{title}</bdi>
            </h1>
            {facts}
          </div>
          {actions ? <div className={styles.detailActions}>{actions}</div> : null}
          {menu}
        </div>
        {tabs}
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
