import { formatCount } from '#lib/format.ts'
import type { ComparedRows } from './daily-figures.queries.ts'

interface Comparison {
  now: number
  before: number
  /** The number of days. */
  length: number
  /** "42 posted jobs" */
  describe: (value: number) => string
  /** The difference alone: "5". */
  format: (value: number) => string
  /** Money is less, jobs are fewer. */
  less: 'less' | 'fewer'
}

/** "42 posted jobs, 5 more (14 %) than in the 7 days before" */
export function describeChange({
  now,
  before,
  length,
  describe,
  format,
  less,
}: Comparison): string {
  const period = describePeriodBefore(length)
  const when = length === 1 ? `on ${period}` : `in ${period}`
  if (now === before) return `${describe(now)}, the same as ${when}`
  const share = before === 0 ? '' : ` (${formatCount(percentOf(now, before))} %)`
  const direction = now > before ? 'more' : less
  return `${describe(now)}, ${format(Math.abs(now - before))} ${direction}${share} than ${when}`
}

export function describePeriodBefore(length: number) {
  return length === 1 ? 'the day before' : `the ${formatCount(length)} days before`
}

function percentOf(now: number, before: number) {
  return Math.round((100 * Math.abs(now - before)) / before)
}

/** Compares the sum of one column with the period before: "42 bids, 5 more (14 %) than in the 7 days before." */
export function describeChangeOfCount<Row>(
  { now, before }: ComparedRows<Row>,
  valueIn: (row: Row) => number,
  one: string,
) {
  const change = describeChange({
    now: sumAmounts(now.map(valueIn)),
    before: sumAmounts(before.map(valueIn)),
    length: now.length,
    describe: (count) => formatCount(count, one),
    format: (count) => formatCount(count),
    less: 'fewer',
  })
  return `${change}.`
}

/** Adds in whole cents, because sums of many fractions are inexact. */
export function sumAmounts(values: number[]) {
  return values.reduce((total, value) => total + Math.round(value * 100), 0) / 100
}
