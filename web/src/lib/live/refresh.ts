import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { backgroundRefresher, coalesced } from './coalesce.ts'

type Key = QueryKey

const ownRefreshes = new WeakMap<QueryClient, Map<string, () => void>>()
const backgroundRefreshers = new WeakMap<QueryClient, ReturnType<typeof backgroundRefresher<Key>>>()

/** Refetches the queries under a key after the user's own change: at once, and then at most every 250 ms. */
export function refreshQueries(queries: QueryClient, key: Key) {
  const refreshes = ownRefreshes.get(queries) ?? new Map<string, () => void>()
  ownRefreshes.set(queries, refreshes)
  const name = JSON.stringify(key)
  const refresh = refreshes.get(name) ?? coalesced(() => refetchAfterChange(queries, key))
  refreshes.set(name, refresh)
  refresh()
}

/** Refetches the queries under a key soon after a change by another user. */
export function refreshInBackground(queries: QueryClient, key: Key, minIntervalMs?: number) {
  const refresh =
    backgroundRefreshers.get(queries) ??
    backgroundRefresher((one: Key) => refetchAfterChange(queries, one))
  backgroundRefreshers.set(queries, refresh)
  refresh(key, minIntervalMs)
}

/** The longest random pause before a read that many clients need at the same time. */
const maxPauseMs = 2000

const pausedKeys = new WeakMap<QueryClient, Set<string>>()

/** Refetches the queries under a key after a random pause, so that clients do not all read in the same moment. */
export function refreshAfterPause(queries: QueryClient, key: Key) {
  const paused = pausedKeys.get(queries) ?? new Set<string>()
  pausedKeys.set(queries, paused)
  const name = JSON.stringify(key)
  if (paused.has(name)) return
  paused.add(name)
  setTimeout(() => {
    paused.delete(name)
    refreshInBackground(queries, key)
  }, Math.random() * maxPauseMs)
}

/**
 * Refetches after a change. If a request was pending, a second request follows, because the response to the first may
 * be too old.
 */
async function refetchAfterChange(queries: QueryClient, queryKey: Key) {
  const isPending = queries.isFetching({ queryKey }) > 0
  await refetchUnlessPending(queries, queryKey)
  if (isPending) await refetchUnlessPending(queries, queryKey)
}

/** Refetches the queries under a key. A query with a pending request gets no second request. */
export function refetchUnlessPending(queries: QueryClient, queryKey: Key) {
  return queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
}
