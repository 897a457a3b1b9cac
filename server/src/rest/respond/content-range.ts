import { badRange } from '../errors.ts'
import type { Answer } from './answer.ts'

/** `0-24/310`; an asterisk for what is not known or not there. */
export function contentRange(offset: number, { rows, total }: Answer) {
  const given = rows > 0 ? `${offset}-${offset + rows - 1}` : '*'
  return `${given}/${total ?? '*'}`
}

export function statusOfRange(offset: number, { rows, total }: Answer) {
  if (total === undefined) return 200
  if (offset > total) {
    throw badRange(`An offset of ${offset} was requested, but there are only ${total} rows.`, {
      'content-range': `*/${total}`,
    })
  }
  return rows < total ? 206 : 200
}
