// Shows a write in the cached data before the server responds. After a failure, only this write is taken back.
import {
  matchQuery,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import { isTransient } from './errors.ts'
import { refreshQueries } from './live/refresh.ts'

type Keys = readonly (readonly string[])[]
type Write = (queries: QueryClient, filters?: QueryFilters) => void

/** A change of the cached data of all queries under a key, and its opposite. */
export interface Edit {
  queryKey: QueryKey
  apply: Write
  revert: Write
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
    (change: (data: Data) => Data): Write =>
    (queries, filters = { queryKey }) =>
      queries.setQueriesData<Data>(filters, (data) =>
        data === undefined ? undefined : change(data),
      )
  return { queryKey, apply: writer(apply), revert: writer(revert) }
}

/**
 * Shows the edits until the write ends. Returns functions for `onError` and `onSettled`.
 * @param keys  The keys of the queries to refetch after the write. Without any, a success refetches nothing.
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
      // After a refusal, the new data shows the reason. Without a connection, a read would fail too.
      const mustRead = error ? !isTransient(error) : keys.length > 0
      if (!mustRead && !isUncertain) return
      for (const key of keys) refreshQueries(queries, key)
      if (keys.length === 0)
        for (const { queryKey } of edits) void queries.invalidateQueries({ queryKey })
    },
  }
}

/** Cancels the reads whose responses would hide the write again, and returns whether there were any. */
async function cancelReads(queries: QueryClient, edits: readonly Edit[]) {
  // A first read goes on, because without it the screen would show no data.
  const all = edits.map(({ queryKey }): QueryFilters => ({
    queryKey,
    predicate: ({ state }) => state.data !== undefined,
  }))
  const isReading = all.some((filters) => queries.isFetching(filters) > 0)
  await Promise.all(all.map((filters) => queries.cancelQueries(filters)))
  return isReading
}
