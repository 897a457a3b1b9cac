import { Button } from '@mantine/core'
import { CloudAlert, type LucideIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { explain } from '#lib/errors.ts'
import type { QueryState } from '#lib/queries.ts'
import styles from './query-states.module.css'

interface LoadedProps<Data> {
  query: QueryState<Data>
  /** The text while loading, such as "Loading reviews..." */
  loading: string
  /** The text after a failure, such as "Failed to load profile." */
  failed: string
  /** A placeholder in the shape of the data. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** If a refetch fails, the old data stays visible below the failure. */
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

type OptionalProps<Data> = Pick<LoadedProps<Data>, 'query' | 'failed' | 'children'>

/** Shows a part of a page that may turn out to be empty, so it shows nothing while loading. */
export function LoadedQuietly<Data>({ query, ...rest }: OptionalProps<Data>) {
  if (query.data === undefined && !query.error) return null
  return <Loaded query={query} loading="" {...rest} />
}

interface LoadingProps {
  text: string
  /** A placeholder in the shape of the data. */
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
  title: string
  error: unknown
  onRetry: () => void
  isRetrying?: boolean
}

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
  /** The title, such as "No jobs posted yet." */
  title: string
  /** Explains how entries get into the list. */
  children?: ReactNode
  /** A button that adds the first entry. */
  action?: ReactNode
}

/** Shows that a list is empty. */
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

/** Shows that a list is empty because of its filters. */
export function NoMatch({ title, onClear }: NoMatchProps) {
  const clear = (
    <Button variant="default" size="sm" onClick={onClear}>
      Clear filters
    </Button>
  )
  return (
    <NothingYet icon={SearchX} title={title} action={clear}>
      Try changing your filters.
    </NothingYet>
  )
}
