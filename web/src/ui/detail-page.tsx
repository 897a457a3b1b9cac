import { ChevronRight } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import styles from './detail-page.module.css'
import { PageTools } from './page.tsx'
import pageStyles from './page.module.css'

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
      <header className={pageStyles.bar}>
        <nav aria-label="Breadcrumbs" className={styles.trail}>
          <Link to={list.to}>{list.label}</Link>
          <ChevronRight size={14} aria-hidden />
          <bdi className={styles.here} aria-current="page">
            {title}
          </bdi>
        </nav>
        <div className={pageStyles.tools}>{use(PageTools)}</div>
      </header>
      <div className={styles.content}>
        <div className={styles.head} data-tabs={Boolean(tabs) || undefined}>
          {picture}
          <div className={styles.words}>
            <h1 className={styles.title} tabIndex={-1} data-page-title>
              <bdi>{title}</bdi>
            </h1>
            {facts}
          </div>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
          {menu}
        </div>
        {tabs}
        {children}
      </div>
    </>
  )
}
