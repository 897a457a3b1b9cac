// Avoids reading the same data twice when a page opens. A page could miss a change between a read and the join of its
// channel, so it repeats all reads from before the join. Counts and sums wait for the join instead.
import type { Query, QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { channelsJoined } from './subscribe.ts'

/** Stores when each query that waited for the channels was last read. */
const readAt = new WeakMap<Query, number>()

/** Returns a query function that waits until the channels of the page have joined. */
export function afterJoin<Data>(read: () => Promise<Data>) {
  return async ({ client, queryKey }: QueryFunctionContext) => {
    await channelsJoined()
    const query = client.getQueryCache().find({ queryKey, exact: true })
    if (query) readAt.set(query, performance.now())
    return read()
  }
}

/** Refetches the queries under a key, except those that `afterJoin` has read since the channels joined at `time`. */
export async function refetchReadBefore(
  queries: QueryClient,
  queryKey: readonly string[],
  time: number,
) {
  const filters = {
    queryKey,
    predicate: (query: Query) => (readAt.get(query) ?? -Infinity) < time,
  }
  const isPending = queries.isFetching(filters) > 0
  await queries.invalidateQueries(filters, { cancelRefetch: false })
  // A response that was pending may be too old, so refetch once more.
  if (isPending) await queries.invalidateQueries(filters, { cancelRefetch: false })
}
