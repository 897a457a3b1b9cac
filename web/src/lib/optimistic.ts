// Shows a write in the cached data before the server responds. After a failure, only this write is taken back.
import {
  matchQuery,
  type Query,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import { errorFieldsOf, isUnreachable } from './errors.ts'
import { refreshQueries } from './live/refresh.ts'

type Keys = readonly (readonly string[])[]
type CacheChange = (queries: QueryClient, filters?: QueryFilters) => void

/** A change of the cached data of all queries under a key, and its opposite. */
export interface Edit {
  queryKey: QueryKey
  apply: CacheChange
  revert: CacheChange
}

/**
 * Describes a change of cached data. Both functions must change only what the write changes, because live updates and
 * other writes change the same data meanwhile.
 */
export function makeEdit<Data>(
  queryKey: QueryKey,
  apply: (data: Data) => Data,
  revert: (data: Data) => Data,
): Edit {
  const writer =
    (change: (data: Data) => Data): CacheChange =>
    (queries, filters = { queryKey }) =>
      queries.setQueriesData<Data>(filters, (data) =>
        data === undefined ? undefined : change(data),
      )
  return { queryKey, apply: writer(apply), revert: writer(revert) }
}

/**
 * Shows the edits until the write ends. Returns functions for `onError` and `onSettled`.
 * @param keys  The keys of the queries to refetch after the write. Without any keys, only the edited queries are read
 *   again, and only after a refusal or if a read overlapped the write.
 */
export function showEdits(queries: QueryClient, edits: readonly Edit[], keys: Keys) {
  /** Whether a response was edited, or its read canceled, so that the data has to be read again. */
  let isUncertain = false
  for (const edit of edits) edit.apply(queries)
  // A response that arrives during the write may be older than the write, so it gets the edits too.
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
    const { query } = event
    for (const { queryKey, apply } of edits) {
      if (!matchQuery({ queryKey }, query)) continue
      isUncertain = true
      apply(queries, { predicate: (other) => other === query })
    }
  })
  return {
    revert: () => {
      stop()
      for (const edit of edits) edit.revert(queries)
    },
    end: async (error: unknown) => {
      stop()
      if (!error && (await cancelReads(queries, edits))) isUncertain = true
      const affected = keys.length > 0 ? keys : edits.map(({ queryKey }) => queryKey)
      // The server may have stored a write that failed. Without a connection a read would fail too.
      const mustRead = error ? !isUnreachable(errorFieldsOf(error)) : keys.length > 0
      if (mustRead || isUncertain) {
        for (const key of affected) refreshQueries(queries, key)
        return
      }
      if (!error) return
      for (const queryKey of affected) {
        void queries.invalidateQueries({ queryKey, refetchType: 'none' })
      }
    },
  }
}

/** Cancels the reads whose responses would hide the write again, and returns whether any read was pending. */
async function cancelReads(queries: QueryClient, edits: readonly Edit[]) {
  const isReading = edits.some(({ queryKey }) => queries.isFetching({ queryKey }) > 0)
  // A first read goes on, because without it the screen would show no data.
  const predicate = ({ state }: Query) => state.data !== undefined
  await Promise.all(edits.map(({ queryKey }) => queries.cancelQueries({ queryKey, predicate })))
  return isReading
}
