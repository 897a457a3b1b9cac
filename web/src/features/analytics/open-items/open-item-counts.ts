// How much waits, in words. Of what a large market has without end so much is told, and that there is more.
import { counted, countedSoFar, countedTo } from '#lib/format/counted.ts'
import type { WaitingKind } from './open-items.queries.ts'

const most = 100
const withoutEnd: readonly WaitingKind[] = ['newcomer', 'job_without_bids']

/** "3 newcomers", and "100+ newcomers" where more wait than are told; of most kinds all are. */
export function muchOfKind(kind: WaitingKind, count: number, one: string, many?: string) {
  return withoutEnd.includes(kind) ? countedTo(most, count, one, many) : counted(count, one, many)
}

/** How many things wait in all, of which so many are of a kind. */
export function thingsInAll(total: number, counts: ReadonlyMap<WaitingKind, number>) {
  // The one more that says so is none of those that are told.
  const untold = withoutEnd.filter((kind) => (counts.get(kind) ?? 0) > most).length
  return untold > 0 ? countedSoFar(total - untold) : counted(total)
}
