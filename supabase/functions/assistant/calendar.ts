// A day is a string such as 2026-11-24, so comparing two strings compares the days.

export type Day = string

/** A range of days, including both ends. */
export interface Range {
  from: Day
  to: Day
  /** The range as a part of a sentence: "in the last 7 days". */
  name: string
}

const oneDay = 24 * 3600 * 1000

/** Months count from 0, and day 0 is the last day of the month before. */
export function dayOf(year: number, month: number, day: number): Day {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * oneDay).toISOString().slice(0, 10)
}

/** Returns the same day of an earlier month, or the last day of that month if it is shorter. */
export function monthsBefore(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day)
  const same = dayOf(year, month - months, date)
  const last = dayOf(year, month - months + 1, 0)
  return same < last ? same : last
}

/** Counts the days of a range, including both ends. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / oneDay + 1
}

export function isDay(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
}

export function partsOf(day: Day) {
  const time = new Date(day)
  return { year: time.getUTCFullYear(), month: time.getUTCMonth(), date: time.getUTCDate() }
}

export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}
