import { formatCount } from '#lib/format.ts'
import type { ComparedFigures, DailyFigures } from './daily-figures.queries.ts'

interface Comparison {
  now: number
  before: number
  /** The length of the period in days. */
  length: number
  /** Returns a text such as "42 jobs posted". */
  describe: (value: number) => string
}

/** Returns a text such as "42 jobs posted, up 14% from the previous 7 days". */
export function describeChange({ now, before, length, describe }: Comparison): string {
  const period = describePeriodBefore(length)
  if (now === before) return `${describe(now)}, same as ${period}`
  if (before === 0) return `${describe(now)}, up from zero ${length === 1 ? 'on' : 'in'} ${period}`
  const percent = Math.round((100 * Math.abs(now - before)) / before)
  if (percent === 0) return `${describe(now)}, about the same as ${period}`
  return `${describe(now)}, ${now > before ? 'up' : 'down'} ${formatCount(percent)}% from ${period}`
}

export function describePeriodBefore(length: number) {
  return length === 1 ? 'the previous day' : `the previous ${formatCount(length)} days`
}

/** Compares a sum in both periods in a sentence such as "42 bids placed, up 14% from the previous 7 days." */
export function describeChangeOfSum(
  { now, before }: ComparedFigures,
  valueIn: (day: DailyFigures) => number,
  describe: (sum: number) => string,
) {
  const change = describeChange({
    now: sumAmounts(now.map(valueIn)),
    before: sumAmounts(before.map(valueIn)),
    length: now.length,
    describe,
  })
  return `${change}.`
}

/** Adds amounts in whole cents, because floating-point sums are inexact. */
export function sumAmounts(values: number[]) {
  return values.reduce((total, value) => total + Math.round(value * 100), 0) / 100
}
