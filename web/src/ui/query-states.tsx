import type { ReactNode } from 'react'
import type { QueryState } from '#lib/queries.ts'
import styles from './query-states.module.css'
import { Button } from '@mantine/core'
import { CloudAlert, SearchX, type LucideIcon } from 'lucide-react'
import { explain } from '#lib/errors.ts'

interface LoadedProps<Data> {
  query: QueryState<Data>
  /** "Loading reviews..." */
  loading: string
  /** "Failed to load profile." */
  failed: string
  /** The shape of what comes. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * What was asked for, once it is there. A failure shows in its place; one of a later look leaves what is there and
 * stands above it.
 */
export function Loaded<Data>({ query, loading, failed, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data === undefined && !error) return <Loading text={loading}>{skeleton}</Loading>
  const failure = error ? (
    <FailureNotice
      title={failed}
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  ) : null
  return (
    <>
      {failure}
      {data === undefined ? null : children(data)}
    </>
  )
}

interface LoadingProps {
  /** In the words of the screen: "Loading reviews...". */
  text: string
  /** The shape of what comes. */
  children?: ReactNode
}

export function Loading({ text, children }: LoadingProps) {
  return (
    <div className={styles.loading}>
      <p className={styles.text} role="status">
        {text}
      </p>
      {children ? <div aria-hidden>{children}</div> : null}
    </div>
  )
}

interface FailureProps {
  /** What was wanted: "Failed to load profile." */
  title: string
  error: unknown
  onRetry: () => void
  isRetrying?: boolean
}

/** Stands where the data would be: what happened, why, and a way to try again. */
export function FailureNotice({ title, error, onRetry, isRetrying = false }: FailureProps) {
  return (
    <div className={styles.failure} role="alert">
      <CloudAlert size={20} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <Reason title={title} error={error} />
      </div>
      <Button variant="default" size="sm" onClick={onRetry} loading={isRetrying}>
        Retry
      </Button>
    </div>
  )
}

function Reason({ title, error }: { title: string; error: unknown }) {
  const reason = explain(error)
  return reason === title ? null : <p className={styles.reason}>{reason}</p>
}

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
      <span className={styles.emptyIcon}>
        <Icon size={20} aria-hidden />
      </span>
      <p className={styles.emptyTitle}>{title}</p>
      {children ? <p className={styles.emptyWords}>{children}</p> : null}
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
