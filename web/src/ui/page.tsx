import { createContext, type ReactNode, use } from 'react'
import styles from './page.module.css'

/** What the frame around a page puts at the right of its top bar. */
export const PageTools = createContext<ReactNode>(null)

interface Props {
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
export function Page({ title, actions, lead, children, isFlush = false }: Props) {
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
