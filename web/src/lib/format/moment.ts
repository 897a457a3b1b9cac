const everyPart = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

const withZone = new Intl.DateTimeFormat('en-US', everyPart)
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const namedDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "Fri, Nov 20, 2026, 4:18 PM MST" */
export function timeWithZone(moment: string | Date): string {
  return withZone.format(new Date(moment))
}

/** The same as clocks elsewhere read it. */
export function timeInZone(moment: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { ...everyPart, timeZone: zone }).format(moment)
}

/** "Nov 20, 2026" */
export function dayOf(moment: string | Date): string {
  return day.format(new Date(moment))
}

/** "in 3 days", "2 hours ago", "just now" */
export function relativeTime(moment: string | Date, now: Date): string {
  const seconds = (new Date(moment).getTime() - now.getTime()) / 1000
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  if (!unit) return 'just now'
  const [name, size] = unit
  return relative.format(Math.round(seconds / size), name)
}

/** "4:18 PM" */
export function clockTime(moment: string | Date): string {
  return clock.format(new Date(moment))
}

/** "Friday, November 20, 2026" */
export function dayWithName(moment: string | Date): string {
  return namedDay.format(new Date(moment))
}
