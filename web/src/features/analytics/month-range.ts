// The months that the charts show. Days are plain dates, as the server gives and takes them: no clock is asked.

export const monthRanges = [
  { value: '', label: 'January to May' },
  { value: 'year', label: 'This year' },
  { value: '12-months', label: 'Last 12 months' },
] as const

export type MonthRange = (typeof monthRanges)[number]['value']

/** What the address asks for; something unknown is the first. */
export function monthRangeIn(text: string | null): MonthRange {
  return monthRanges.find(({ value }) => value === text)?.value ?? ''
}

/** @param today  "2026-11-20", where the consultant is. */
export function monthsOf(range: MonthRange, today: string) {
  const year = Number(today.slice(0, 4))
  const month = today.slice(5, 7)
  switch (range) {
    case '': {
      // Of the last year whose May is over.
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
