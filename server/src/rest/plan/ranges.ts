// Which part of the rows of each resource is given.
import { badRange } from '../errors.ts'
import type { At, Query } from '../parse/query.ts'
import type { Range } from '../parse/range.ts'

/** The rows that were asked for, and no more than are given at once. */
export function capped(range: Range, maxRows: number): Range {
  return { offset: range.offset, limit: Math.min(range.limit ?? maxRows, maxRows) }
}

export function rangesOf({ limits, offsets }: Query): At<Range>[] {
  const paths = new Map([...limits, ...offsets].map(({ path }) => [path.join('\0'), path]))
  return [...paths.values()].map((path) => ({
    path,
    value: rangeOf(firstAt(limits, path), firstAt(offsets, path)),
  }))
}

function rangeOf(limit: number | undefined, offset: number | undefined): Range {
  if (limit !== undefined && limit < 0) {
    throw badRange('Limit should be greater than or equal to zero.')
  }
  // Nothing comes before the first row: as clients of the dialect know it, that is no mistake.
  return { offset: Math.max(offset ?? 0, 0), limit }
}

function firstAt(values: At<number>[], path: string[]) {
  return values.find((at) => at.path.join('\0') === path.join('\0'))?.value
}
