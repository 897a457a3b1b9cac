import { formatCount, formatCountUpTo } from '#lib/format.ts'
import type { OpenItemKind } from './open-item.ts'

/** The server counts these kinds up to one more than the limit. */
const limitedKinds = new Set<OpenItemKind>(['newcomer', 'job_without_bids'])
const limit = 100

/** Returns a text such as "3", or "100+" if the count is above the limit of its kind. */
export function formatOpenItemCount(kind: OpenItemKind, count: number) {
  return limitedKinds.has(kind) ? formatCountUpTo(limit, count) : formatCount(count)
}
