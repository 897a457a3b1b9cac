import { Button } from '@mantine/core'
import { type LucideIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty.module.css'

interface NothingProps {
  icon: LucideIcon
  /** The screen's own words: "No jobs posted yet." */
  title: string
  /** What comes to stand here, and how. */
  children?: ReactNode
  /** The first step. */
  action?: ReactNode
}

/** There is nothing yet. */
export function NothingYet({ icon: Icon, title, children, action }: NothingProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon size={20} aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      {children ? <p className={styles.words}>{children}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}

interface NoMatchProps {
  title: string
  onClear: () => void
}

/** There is something, but the filters leave none of it. */
export function NoMatch({ title, onClear }: NoMatchProps) {
  const clear = (
    <Button variant="default" size="sm" onClick={onClear}>
      Clear filters
    </Button>
  )
  return (
    <NothingYet icon={SearchX} title={title} action={clear}>
      Nothing here fits what you are looking for.
    </NothingYet>
  )
}
