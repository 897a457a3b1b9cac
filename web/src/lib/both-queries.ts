import type { UseQueryResult } from '@tanstack/react-query'

/** What is needed of a query to show it in whatever state it is. */
export interface Asked<Data> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** Two that are shown as one: it is there when both are, and is asked for anew as one. */
export function bothQueries<One, Other>(
  one: UseQueryResult<One>,
  other: UseQueryResult<Other>,
): Asked<[One, Other]> {
  const [first, second] = [one.data, other.data]
  return {
    data: first === undefined || second === undefined ? undefined : [first, second],
    error: one.error ?? other.error,
    isFetching: one.isFetching || other.isFetching,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  }
}
