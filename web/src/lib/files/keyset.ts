// Implements keyset pagination. A request continues after the last row of the previous page, so the database does not
// read the earlier rows again.
import type { Sort } from '../lists/sort.ts'

/** The position of a row in the order: its sort value, then its id. */
export interface RowKey {
  value: string | number | null
  id: string | number
}

/** The methods of a supabase-js select that this module needs. */
interface OrderableQuery<Query> {
  order: (column: string, options?: { ascending?: boolean }) => Query
  lte: (column: string, value: string | number) => Query
  or: (conditions: string) => Query
}

/** Sorts the rows and selects those after the position `after`. */
export function inKeysetOrder<Query extends OrderableQuery<Query>>(
  query: Query,
  { by, descending }: Sort,
  after?: RowKey,
): Query {
  const sorted = query.order(by, { ascending: !descending })
  const ordered = by === 'id' ? sorted : sorted.order('id')
  if (!after) return ordered
  // This condition is redundant on purpose: an index can seek on it, but not on the OR.
  const { value } = after
  const begun = descending && value !== null ? ordered.lte(by, value) : ordered
  return begun.or(rowsAfter(by, descending, after))
}

/** Rows without a value come last, or first if the order is descending. */
function rowsAfter(by: string, descending: boolean, { value, id }: RowKey) {
  const nextOfSame = `id.gt.${quoted(id)}`
  if (value === null) {
    return descending ? `${by}.not.is.null,${nextOfSame}` : `and(${by}.is.null,${nextOfSame})`
  }
  const beyond = `${by}.${descending ? 'lt' : 'gt'}.${quoted(value)}`
  const same = `and(${by}.eq.${quoted(value)},${nextOfSame})`
  return descending ? `${beyond},${same}` : `${beyond},${by}.is.null,${same}`
}

function quoted(value: string | number) {
  return `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
