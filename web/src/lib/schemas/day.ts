import * as z from 'zod/mini'
import type { AmountWords } from './amount-words.ts'

/** A day of the calendar, "2026-11-20", as a DateField gives it. */
export const day = ({ missing, wrong }: AmountWords) =>
  z.string().check(z.minLength(1, missing), z.refine(isDay, wrong))

export function isDay(text: string) {
  const at = Date.parse(`${text}T00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(at).toJSON()?.slice(0, 10) === text
}
