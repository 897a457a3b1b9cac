import { formatCount } from '#lib/format.ts'
import { isDay } from '#lib/schemas.ts'

// Which days the charts of the platform show. Days are plain dates, as the server counts them: no clock is asked.

export const dayRanges = [
  { value: '7days', label: 'Last 7 Days', length: 7 },
  { value: '30days', label: 'Last 30 Days', length: 30 },
  { value: '90days', label: 'Last 90 Days', length: 90 },
  { value: 'custom', label: 'Custom', length: undefined },
] as const

type DayRangeName = (typeof dayRanges)[number]['value']

/** Both ends included. */
export interface Days {
  from: string
  to: string
}

/** The most that the server counts at a time. */
export const mostDays = 1000
const earliest = '2000-01-01'
const oneDay = 24 * 3600 * 1000

/** What the address asks for; a name that nobody knows is the first. */
export function rangeNameIn(text: string | null): DayRangeName {
  return dayRanges.find(({ value }) => value === text)?.value ?? '7days'
}

/** @param today  "2026-11-20", where the installation is. @returns The days, or what is wrong with them. */
export function daysIn(params: URLSearchParams, today: string): Days | { wrong: string } {
  const name = rangeNameIn(params.get('range'))
  const length = dayRanges.find(({ value }) => value === name)?.length
  if (length) return { from: daysAfter(today, 1 - length), to: today }
  const from = params.get('from') ?? ''
  const to = params.get('to') ?? ''
  const wrong = wrongWith(from, to)
  return wrong ? { wrong } : { from, to }
}

function wrongWith(from: string, to: string) {
  if (!isDay(from) || !isDay(to)) return 'Choose a first and a last day.'
  if (from < earliest) return 'Choose days from the year 2000 on.'
  if (from > to) return 'The first day comes after the last one. Choose an earlier first day.'
  const length = lengthOf({ from, to })
  if (length <= mostDays) return undefined
  return `These are ${formatCount(length, 'day')}. Choose at most ${formatCount(mostDays)}.`
}

export function lengthOf({ from, to }: Days) {
  return (Date.parse(to) - Date.parse(from)) / oneDay + 1
}

/** As many days, just before. */
export function daysBefore(days: Days): Days {
  return { from: daysAfter(days.from, -lengthOf(days)), to: daysAfter(days.from, -1) }
}

function daysAfter(day: string, count: number) {
  return new Date(Date.parse(day) + count * oneDay).toISOString().slice(0, 10)
}

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
export function dayLabels(rows: { date: string }[]) {
  const years = new Set(rows.map(({ date }) => date.slice(0, 4)))
  const name = years.size > 1 ? wholeDay : dayAndMonth
  return rows.map(({ date }) => name.format(new Date(date)))
}

/** "Nov 14 to Nov 20, 2026" */
export function formatDays({ from, to }: Days) {
  const last = wholeDay.format(new Date(to))
  if (from === to) return last
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  return `${(isSameYear ? dayAndMonth : wholeDay).format(new Date(from))} to ${last}`
}
