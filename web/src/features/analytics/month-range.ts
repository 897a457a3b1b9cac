// Calculates the first and last day, such as "2026-11-20", in the consultant's charts.

export const monthRanges = [
  { value: '', label: 'Last 12 months' },
  { value: 'year', label: 'This year' },
  { value: 'january-to-may', label: 'January to May' },
] as const

export type MonthRange = (typeof monthRanges)[number]['value']

/** Returns the range with this value, or the first range if the value is unknown. */
export function parseMonthRange(text: string | null): MonthRange {
  return monthRanges.find(({ value }) => value === text)?.value ?? ''
}

/** @param today  Today's date in the consultant's time zone, such as "2026-11-20". */
export function monthsOf(range: MonthRange, today: string) {
  const year = Number(today.slice(0, 4))
  const month = today.slice(5, 7)
  switch (range) {
    case 'january-to-may': {
      // Choose the latest year whose May is over.
      const shown = month > '05' ? year : year - 1
      return { from: `${shown}-01-01`, to: `${shown}-05-31` }
    }
    case 'year':
      return { from: `${year}-01-01`, to: today }
    case '': {
      const first = month === '12' ? `${year}-01` : `${year - 1}-${nextMonth(month)}`
      return { from: `${first}-01`, to: today }
    }
  }
}

function nextMonth(month: string) {
  return String(Number(month) + 1).padStart(2, '0')
}
