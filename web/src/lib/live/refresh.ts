import type { QueryClient } from '@tanstack/react-query'
import { coalesced, withCooldown } from './coalesce.ts'

type Key = readonly string[]

type Refreshes = Map<string, () => void>

const ownRefreshes = new WeakMap<QueryClient, Refreshes>()
const backgroundRefreshes = new WeakMap<QueryClient, Refreshes>()

/** Refetches the queries under a key after the user's own change: at once, and then at most every 250 ms. */
export function refreshQueries(queries: QueryClient, key: Key) {
  refreshFor(ownRefreshes, queries, key, () => coalesced(() => refetchAfterChange(queries, key)))()
}

/**
 * Refetches the queries under a key after a change by another user. A cooldown follows each refetch, because many
 * clients get the same event at the same time. The first call for a key can set a longer interval.
 */
export function refreshInBackground(queries: QueryClient, key: Key, minIntervalMs?: number) {
  const withRest = () => withCooldown(() => refetchAfterChange(queries, key))
  refreshFor(backgroundRefreshes, queries, key, () => coalesced(withRest, minIntervalMs))()
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

function refreshFor(
  all: WeakMap<QueryClient, Refreshes>,
  queries: QueryClient,
  key: Key,
  make: () => () => void,
) {
  const known = all.get(queries) ?? new Map<string, () => void>()
  all.set(queries, known)
  const name = JSON.stringify(key)
  const run = known.get(name) ?? make()
  known.set(name, run)
  return run
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
