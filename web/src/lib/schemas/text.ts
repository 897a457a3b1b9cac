import * as z from 'zod/mini'
import { counted } from '../format/counted.ts'

/** Words that have to be there, without the spaces around them: `text('Enter a title.', 200)`. */
export const text = (missing: string, longest: number) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(longest, tooLong(longest)))

/** Words that may be left out. */
export const optionalText = (longest: number) =>
  z.string().check(z.trim(), z.maxLength(longest, tooLong(longest)))

function tooLong(longest: number) {
  return `At most ${counted(longest, 'character')}, please.`
}
