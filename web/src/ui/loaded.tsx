import type { ReactNode } from 'react'
import type { Asked } from '#lib/both-queries.ts'
import { FailureNotice } from './failure-notice.tsx'
import { Loading } from './loading.tsx'

interface Props<Data> {
  query: Asked<Data>
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
export function Loaded<Data>({ query, loading, failed, skeleton, children }: Props<Data>) {
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
