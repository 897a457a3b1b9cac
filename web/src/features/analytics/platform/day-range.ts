// Calculates the days of the admin charts, in a format such as "2026-11-20".
import { formatCount } from '#lib/format.ts'
import { isDay } from '#lib/schemas.ts'

export const dayRanges = [
  { value: '7days', label: 'Last 7 Days', length: 7 },
  { value: '30days', label: 'Last 30 Days', length: 30 },
  { value: '90days', label: 'Last 90 Days', length: 90 },
  { value: 'custom', label: 'Custom', length: undefined },
] as const

type DayRangeName = (typeof dayRanges)[number]['value']

/** A period, which includes the days `from` and `to`. */
export interface Days {
  from: string
  to: string
}

/** The maximum number of days that the server accepts in one request. */
export const maxDays = 1000
const earliestDay = '2000-01-01'
const dayMs = 24 * 3600 * 1000

/** Returns the range with this name, or seven days if the name is unknown. */
export function parseRangeName(text: string | null): DayRangeName {
  return dayRanges.find(({ value }) => value === text)?.value ?? '7days'
}

/** Returns the days in the URL, or a message if the URL is invalid. `today` is the server's date. */
export function parseDays(params: URLSearchParams, today: string): Days | { problem: string } {
  const name = parseRangeName(params.get('range'))
  const length = dayRanges.find(({ value }) => value === name)?.length
  if (length) return { from: addDays(today, 1 - length), to: today }
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  const problem = findProblem(from, to)
  return problem ? { problem } : { from, to }
}

function findProblem(from: string, to: string) {
  if (!isDay(from) || !isDay(to)) return 'Choose a start and an end date.'
  if (from < earliestDay) return 'Choose dates in 2000 or later.'
  if (from > to) return 'The start date is after the end date. Choose an earlier start date.'
  const length = dayCount({ from, to })
  if (length <= maxDays) return undefined
  return `This range has ${formatCount(length, 'day')}. Choose at most ${formatCount(maxDays)}.`
}

export function dayCount({ from, to }: Days) {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

/** Returns the previous period of the same length. */
export function daysBefore(days: Days): Days {
  return { from: addDays(days.from, -dayCount(days)), to: addDays(days.from, -1) }
}

function addDays(day: string, count: number) {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

const dayAndMonth = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const dayMonthAndYear = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Returns a label such as "Nov 20" for each row, with the year if the rows span several years. */
export function dayLabels(rows: { date: string }[]) {
  const years = new Set(rows.map(({ date }) => date.slice(0, 4)))
  const name = years.size > 1 ? dayMonthAndYear : dayAndMonth
  return rows.map(({ date }) => name.format(new Date(date)))
}

/** Returns a text such as "Nov 14 to Nov 20, 2026". */
export function formatDays({ from, to }: Days) {
  const last = dayMonthAndYear.format(new Date(to))
  if (from === to) return last
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  return `${(isSameYear ? dayAndMonth : dayMonthAndYear).format(new Date(from))} to ${last}`
}
