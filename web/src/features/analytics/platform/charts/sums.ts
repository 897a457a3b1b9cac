import { counted } from '#lib/format/counted.ts'
import { comparison } from '../comparison.ts'
import type { Compared } from '../daily-figures.ts'

/** What one column comes to, beside what it came to before: "42 bids, 5 more (14 %) than in the 7 days before." */
export function countedSum<Row>(
  { now, before }: Compared<Row>,
  valueIn: (row: Row) => number,
  one: string,
) {
  const words = comparison({
    now: sum(now.map(valueIn)),
    before: sum(before.map(valueIn)),
    length: now.length,
    say: (count) => counted(count, one),
    format: (count) => counted(count),
    less: 'fewer',
  })
  return `${words}.`
}

/** Of amounts in cents: thousands of fractions would not add up. */
export function sum(values: number[]) {
  return values.reduce((total, value) => total + Math.round(value * 100), 0) / 100
}
