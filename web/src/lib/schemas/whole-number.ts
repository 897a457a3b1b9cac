import * as z from 'zod/mini'
import type { AmountWords } from './amount-words.ts'

interface Limits {
  least: number
  most: number
}

/** `wholeNumber({ missing, wrong }, { least: 0, most: 60 })` gives a number. */
export const wholeNumber = ({ missing, wrong }: AmountWords, { least, most }: Limits) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.minLength(1, missing),
      z.refine((text) => isWhole(text) && numberIn(text) >= least && numberIn(text) <= most, wrong),
    ),
    z.transform(numberIn),
  )

function isWhole(text: string) {
  return /^-?(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})$/.test(text)
}

function numberIn(text: string) {
  return Number(text.replaceAll(',', ''))
}
