import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { isTransient } from './errors.ts'

/** @param onFailure  Told of every failure; where it is shown is for the screen that asked. */
export function makeQueryClient(onFailure: (error: unknown) => void) {
  // It hears of changes alone, and this page may have been opened without a network.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    mutationCache: new MutationCache({ onError: onFailure }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A refusal stays one; only what was lost on the way is asked for again.
        retry: (failures, error) => failures < 2 && isTransient(error) && navigator.onLine,
        // Without a network the browser's own failure says so at once, with Retry beside it.
        networkMode: 'always',
        // Which that mode would leave out.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** What is needed of a query to show it in whatever state it is. */
export interface QueryState<Data> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** Two that are shown as one: it is there when both are, and is asked for anew as one. */
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
