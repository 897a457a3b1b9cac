import * as z from 'zod/mini'
import type { AmountWords } from './amount-words.ts'

/** As people write dollars: "1000", "1,000", "$1,000.50". */
const dollars = /^\$?\s*(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/
const most = 9_999_999.99

/** An amount as it is typed, above nothing and with cents at most: `money({ missing, wrong })` gives a number. */
export const money = ({ missing, wrong }: AmountWords) =>
  z.pipe(
    z.string().check(z.trim(), z.minLength(1, missing), z.refine(isAmount, wrong)),
    z.transform(amountIn),
  )

/** The same where it may be left out, which gives null. */
export const optionalMoney = (wrong: string) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || isAmount(text), wrong),
    ),
    z.transform((text) => (text === '' ? null : amountIn(text))),
  )

function isAmount(text: string) {
  const amount = amountIn(text)
  return dollars.test(text) && amount > 0 && amount <= most
}

function amountIn(text: string) {
  return Number(text.replaceAll(/[$,\s]/g, ''))
}
