// How much waits, in words. Of what a large market has without end so much is told, and that there is more.
import { formatCount, formatCountOrMore, formatCountUpTo } from '#lib/format.ts'
import type { OpenItemKind } from './open-items.queries.ts'

const most = 100
const withoutEnd: readonly OpenItemKind[] = ['newcomer', 'job_without_bids']

/** "3 newcomers", and "100+ newcomers" where more wait than are told; of most kinds all are. */
export function formatKindCount(kind: OpenItemKind, count: number, one: string, many?: string) {
  return withoutEnd.includes(kind) ? formatCountUpTo(most, count, one, many) : formatCount(count, one, many)
}

/** How many things wait in all, of which so many are of a kind. */
export function formatTotalCount(total: number, counts: ReadonlyMap<OpenItemKind, number>) {
  // The one more that says so is none of those that are told.
  const untold = withoutEnd.filter((kind) => (counts.get(kind) ?? 0) > most).length
  return untold > 0 ? formatCountOrMore(total - untold) : formatCount(total)
}
