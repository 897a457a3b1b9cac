// Applies changes to cached data, so that no request is needed. A query that takes part has `applyChange` in its `meta`.
import type { Query, QueryClient } from '@tanstack/react-query'
import { refreshInBackground } from './refresh.ts'
import type { Change } from './subjects.ts'

/** Applies a change to the data of a query. Returns false if the query has to be refetched. */
export type ApplyChange = (queries: QueryClient, query: Query, change: Change) => boolean

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { applyChange?: ApplyChange }
  }
}

/**
 * Makes an `applyChange` that changes nothing but the data. The patch has to be idempotent, because the data may include
 * the change or a later one of the same row. It returns undefined if only a read can tell the new data.
 */
export function patchData<Data>(
  patch: (data: Data, change: Change) => Data | undefined,
): ApplyChange {
  return (queries, { queryKey, state }, change) => {
    const data = queries.getQueryData<Data>(queryKey)
    const next = data === undefined ? undefined : patch(data, change)
    if (next === undefined) return false
    if (next !== data) {
      queries.setQueryData<Data>(queryKey, next, { updatedAt: state.dataUpdatedAt })
    }
    return true
  }
}

/** Applies a change to the queries under a key. If it cannot be applied to one that is on screen, all are refetched. */
export function applyOrRefresh(
  queries: QueryClient,
  queryKey: readonly string[],
  change: Change,
  minIntervalMs?: number,
) {
  const all = queries.getQueryCache().findAll({ queryKey })
  const outdated = all.filter((query) => !apply(queries, query, change))
  for (const query of outdated) if (!query.isActive()) query.invalidate()
  if (outdated.some((query) => query.isActive())) {
    refreshInBackground(queries, queryKey, minIntervalMs)
  }
}

function apply(queries: QueryClient, query: Query, change: Change) {
  // The response to a pending read may be older than the change, so another read has to follow.
  return isCurrent(query) && (query.meta?.applyChange?.(queries, query, change) ?? false)
}

/** Returns whether the query has data, and no read of it is pending or due. */
export function isCurrent({ state: { status, fetchStatus, isInvalidated } }: Query) {
  return status === 'success' && fetchStatus === 'idle' && !isInvalidated
}
