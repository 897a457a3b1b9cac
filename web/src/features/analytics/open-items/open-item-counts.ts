// Formats the counts of open items, which the server limits for some kinds.
import { formatCount, formatCountOrMore, formatCountUpTo } from '#lib/format.ts'
import type { OpenItemKind } from './open-item.ts'

const limit = 100
const limitedKinds: readonly OpenItemKind[] = ['newcomer', 'job_without_bids']

/** Returns a text such as "3 newcomers", or "100+ newcomers" if the count is above the limit. */
export function formatKindCount(kind: OpenItemKind, count: number, one: string, many?: string) {
  return limitedKinds.includes(kind)
    ? formatCountUpTo(limit, count, one, many)
    : formatCount(count, one, many)
}

export function formatTotalCount(total: number, counts: ReadonlyMap<OpenItemKind, number>) {
  // The server reports limited counts above 100 as 101, and the total includes 100 of these items.
  const exceeded = limitedKinds.filter((kind) => (counts.get(kind) ?? 0) > limit).length
  return exceeded > 0 ? formatCountOrMore(total - exceeded) : formatCount(total)
}
