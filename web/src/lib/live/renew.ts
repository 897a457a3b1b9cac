import type { QueryClient } from '@tanstack/react-query'
import { makeBurst } from './burst.ts'

type Key = readonly string[]

const renewals = new WeakMap<QueryClient, Map<string, () => void>>()

/**
 * Reads again what stands below the key: at once, and then at most every 250 ms, whoever asks for it; or as seldom as
 * whoever asks first wants it.
 */
export function renew(queries: QueryClient, key: Key, atMostEvery?: number) {
  const known = renewals.get(queries) ?? new Map<string, () => void>()
  renewals.set(queries, known)
  const name = JSON.stringify(key)
  const run = known.get(name) ?? makeBurst(() => readAgain(queries, key), atMostEvery)
  known.set(name, run)
  run()
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
