import type { QueryClient } from '@tanstack/react-query'
import { coalesced, withCooldown } from './coalesce.ts'

type Key = readonly string[]

type Bursts = Map<string, () => void>

const afterActs = new WeakMap<QueryClient, Bursts>()
const afterNews = new WeakMap<QueryClient, Bursts>()

/** After what the person did: reads again what stands below the key, at once, and then at most every 250 ms. */
export function refreshQueries(queries: QueryClient, key: Key) {
  burstOf(afterActs, queries, key, () => coalesced(() => readAgain(queries, key)))()
}

/** After what others did, which many hear of at once: as `renew`, with a rest; or as seldom as who asks first wants. */
export function refreshInBackground(queries: QueryClient, key: Key, atMostEvery?: number) {
  const rested = () => withCooldown(() => readAgain(queries, key))
  burstOf(afterNews, queries, key, () => coalesced(rested, atMostEvery))()
}

function burstOf(
  all: WeakMap<QueryClient, Bursts>,
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

/** What is on its way already may have been read before the news: then it is read once more. */
async function readAgain(queries: QueryClient, queryKey: Key) {
  const isOnTheWay = queries.isFetching({ queryKey }) > 0
  await readUnlessOnTheWay(queries, queryKey)
  if (isOnTheWay) await readUnlessOnTheWay(queries, queryKey)
}

/** For whoever begins to look: what was kept may be old. */
export function readUnlessOnTheWay(queries: QueryClient, queryKey: Key) {
  return queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
}
