// Avoids reading the same data twice when a page opens. A change between a read and the join of a channel would be
// missed, so everything that was read before the join is read again. Counts and sums wait for the join instead.
import type { Query, QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { channelsJoined } from './subscribe.ts'

/** The time of the last read of each query that waited for the channels. */
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

/** Refetches the queries under a key that were read before the time at which the channels joined. */
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
  // A response that was pending may be too old.
  if (isPending) await queries.invalidateQueries(filters, { cancelRefetch: false })
}
