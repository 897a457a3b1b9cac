import { badRange } from '../errors.ts'

export interface Range {
  offset: number
  limit: number | undefined
}

export const everything: Range = { offset: 0, limit: undefined }

/** `Range: 0-24`; one that cannot be read is left aside, as HTTP has it. */
export function parseRange(header: string | undefined): Range {
  const [, first, last] = /^(?:items=)?(\d{1,15})-(\d{0,15})$/u.exec(header?.trim() ?? '') ?? []
  if (first === undefined) return everything
  const offset = Number(first)
  if (!last) return { offset, limit: undefined }
  if (Number(last) < offset) {
    throw badRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    )
  }
  return { offset, limit: Number(last) - offset + 1 }
}

/** The rows that lie in both. */
export function intersect(one: Range, other: Range): Range {
  const offset = Math.max(one.offset, other.offset)
  const end = Math.min(endOf(one), endOf(other))
  return { offset, limit: end === Infinity ? undefined : Math.max(0, end - offset) }
}

function endOf({ offset, limit }: Range) {
  return limit === undefined ? Infinity : offset + limit
}
