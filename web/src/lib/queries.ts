import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { isTransient } from './errors.ts'

/** @param onFailure Called with every failure, which the screen also shows. */
export function makeQueryClient(onFailure: (error: unknown) => void) {
  // The online manager listens only for changes, but the page may have been opened offline.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    mutationCache: new MutationCache({ onError: onFailure }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A refusal is final, so only transient failures are retried.
        retry: (failures, error) => failures < 2 && isTransient(error) && navigator.onLine,
        // Without a network a request fails at once, and the screen shows the failure with a Retry button.
        networkMode: 'always',
        // Without this option, `networkMode: 'always'` would turn off refetching on reconnect.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** The part of a query result that a screen needs to show the data, the failure or the progress. */
export interface QueryState<Data> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** Combines two queries into one, which has data if both queries have data. */
export function combineQueries<One, Other>(
  one: UseQueryResult<One>,
  other: UseQueryResult<Other>,
): QueryState<[One, Other]> {
  const [first, second] = [one.data, other.data]
  return {
    data: first === undefined || second === undefined ? undefined : [first, second],
    error: one.error ?? other.error,
    isFetching: one.isFetching || other.isFetching,
    refetch: () => Promise.all([one.refetch(), other.refetch()]),
  }
}
