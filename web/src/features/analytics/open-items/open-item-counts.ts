// Formats the counts of open items. The server counts some kinds only up to a limit.
import { formatCount, formatCountOrMore, formatCountUpTo } from '#lib/format.ts'
import type { OpenItemKind } from './open-items.queries.ts'

const limit = 100
const limitedKinds: readonly OpenItemKind[] = ['newcomer', 'job_without_bids']

/** Returns "3 newcomers", or "100+ newcomers" above the limit. */
export function formatKindCount(kind: OpenItemKind, count: number, one: string, many?: string) {
  return limitedKinds.includes(kind)
    ? formatCountUpTo(limit, count, one, many)
    : formatCount(count, one, many)
}

/** Formats the number of all open items, given the counts by kind. */
export function formatTotalCount(total: number, counts: ReadonlyMap<OpenItemKind, number>) {
  // Subtract 1 for each of these kinds, because the server reports a count above 100 as 101.
  const exceeded = limitedKinds.filter((kind) => (counts.get(kind) ?? 0) > limit).length
  return exceeded > 0 ? formatCountOrMore(total - exceeded) : formatCount(total)
}
