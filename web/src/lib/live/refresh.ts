import type { QueryClient } from '@tanstack/react-query'
import { coalesced, withCooldown } from './coalesce.ts'

type Key = readonly string[]

type Refreshes = Map<string, () => void>

const ownRefreshes = new WeakMap<QueryClient, Refreshes>()
const backgroundRefreshes = new WeakMap<QueryClient, Refreshes>()

/** After the user's own change, refetches the queries under a key at once, and then at most every 250 ms. */
export function refreshQueries(queries: QueryClient, key: Key) {
  refreshFor(ownRefreshes, queries, key, () => coalesced(() => refetchAfterChange(queries, key)))()
}

/**
 * After a change by others, refetches the queries under a key with a cooldown, because many clients get the event at
 * the same time. The first caller may set a longer interval.
 */
export function refreshInBackground(queries: QueryClient, key: Key, minIntervalMs?: number) {
  const withRest = () => withCooldown(() => refetchAfterChange(queries, key))
  refreshFor(backgroundRefreshes, queries, key, () => coalesced(withRest, minIntervalMs))()
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

/** Refetches after a change. A pending request may have been answered before the change, so a second one follows it. */
async function refetchAfterChange(queries: QueryClient, queryKey: Key) {
  const isPending = queries.isFetching({ queryKey }) > 0
  await refetchUnlessPending(queries, queryKey)
  if (isPending) await refetchUnlessPending(queries, queryKey)
}

/** Refetches when a screen starts to show the queries, because cached data may be old. */
export function refetchUnlessPending(queries: QueryClient, queryKey: Key) {
  return queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
}
