// Reading on after the last row that was read, however many there are before it.
import type { Sort } from '../lists/list-state.ts'

/** Where a row stands in the order: by what it is sorted by, then by its id. */
export interface RowKey {
  value: string | number | null
  id: string | number
}

/** What is needed of a select of supabase-js. */
interface Ordered<Query> {
  order: (column: string, options?: { ascending?: boolean }) => Query
  lte: (column: string, value: string | number) => Query
  or: (conditions: string) => Query
}

/** The rows in this order; after one of them, those that follow it. */
export function inKeysetOrder<Query extends Ordered<Query>>(
  query: Query,
  { by, descending }: Sort,
  after?: RowKey,
): Query {
  const sorted = query.order(by, { ascending: !descending })
  const ordered = by === 'id' ? sorted : sorted.order('id')
  if (!after) return ordered
  // Said twice: an index finds its place by this alone, and by no choice between two.
  const { value } = after
  const begun = descending && value !== null ? ordered.lte(by, value) : ordered
  return begun.or(rowsAfter(by, descending, after))
}

/** Rows without a value come last; where the order is turned around, first. */
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
