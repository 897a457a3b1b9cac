// Days as yyyy-MM-dd, which sort as they follow each other.

export type Day = string

/** Both ends included. */
export interface Range {
  from: Day
  to: Day
  /** As a sentence goes on: "in the last 7 days". */
  name: string
}

const oneDay = 24 * 3600 * 1000

/** Months count from 0; day 0 is the last one of the month before. */
export function dayOf(year: number, month: number, day: number): Day {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * oneDay).toISOString().slice(0, 10)
}

/** The same day of an earlier month, or that month's last one. */
export function monthsBefore(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day)
  const same = dayOf(year, month - months, date)
  const last = dayOf(year, month - months + 1, 0)
  return same < last ? same : last
}

/** Both ends included. */
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

/** Weeks begin on Monday, as working weeks do. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}
