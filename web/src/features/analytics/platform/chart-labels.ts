import type { Days } from './day-range.ts'

const dayAndMonth = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const wholeDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** "Nov 20", and with the year where there are several. */
export function labelsOf(rows: { date: string }[]) {
  const years = new Set(rows.map(({ date }) => date.slice(0, 4)))
  const name = years.size > 1 ? wholeDay : dayAndMonth
  return rows.map(({ date }) => name.format(new Date(date)))
}

/** "Nov 14 to Nov 20, 2026" */
export function nameOf({ from, to }: Days) {
  const last = wholeDay.format(new Date(to))
  if (from === to) return last
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  return `${(isSameYear ? dayAndMonth : wholeDay).format(new Date(from))} to ${last}`
}
