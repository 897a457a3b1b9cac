// The months of the consultant's charts. Days are plain dates as the server counts them, without a time zone.

export const monthRanges = [
  { value: '', label: 'January to May' },
  { value: 'year', label: 'This year' },
  { value: '12-months', label: 'Last 12 months' },
] as const

export type MonthRange = (typeof monthRanges)[number]['value']

/** Returns the first range for unknown values. */
export function parseMonthRange(text: string | null): MonthRange {
  return monthRanges.find(({ value }) => value === text)?.value ?? ''
}

/** @param today  "2026-11-20", the date in the consultant's time zone. */
export function monthsOf(range: MonthRange, today: string) {
  const year = Number(today.slice(0, 4))
  const month = today.slice(5, 7)
  switch (range) {
    case '': {
      // The last year whose May is over.
      const shown = month > '05' ? year : year - 1
      return { from: `${shown}-01-01`, to: `${shown}-05-31` }
    }
    case 'year':
      return { from: `${year}-01-01`, to: today }
    case '12-months': {
      const first = month === '12' ? `${year}-01` : `${year - 1}-${nextMonth(month)}`
      return { from: `${first}-01`, to: today }
    }
  }
}

function nextMonth(month: string) {
  return String(Number(month) + 1).padStart(2, '0')
}
