const whole = new Intl.NumberFormat('en-US')

/** Returns a text such as "1,200", or with a noun "1 job" or "1,200 jobs". */
export function formatCount(count: number, one = '', many = `${one}s`): string {
  const noun = count === 1 ? one : many
  return one ? `${whole.format(count)} ${noun}` : whole.format(count)
}

/** Returns a text such as "1,000+ jobs" for a count above `max`. */
export function formatCountUpTo(max: number, count: number, one = '', many = `${one}s`): string {
  return count > max ? formatCountOrMore(max, one, many) : formatCount(count, one, many)
}

/** Returns a text such as "10,000+ jobs", for a list with more rows than the server counted. */
export function formatCountOrMore(count: number, one = '', many = `${one}s`): string {
  return one ? `${whole.format(count)}+ ${many}` : `${whole.format(count)}+`
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Returns a text such as "$1,200" or "$1,200.50". */
export function formatMoney(amount: number): string {
  return dollars.format(amount)
}

/** Returns a text such as "$800", "$6k" or "$1.5k", for axes. */
export function formatShortMoney(amount: number): string {
  return amount < 1000 ? formatMoney(amount) : `$${whole.format(amount / 1000)}k`
}

export function firstNameIn(fullName = ''): string {
  return fullName.split(/\s+/)[0] ?? ''
}

/** Returns a text such as "$150 under budget". */
export function compareToBudget(amount: number, budget: number): string {
  if (amount === budget) return 'on budget'
  const difference = formatMoney(Math.abs(amount - budget))
  return `${difference} ${amount < budget ? 'under' : 'over'} budget`
}

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

/** The first four units are a day or longer. */
const daysAndLonger = 4

/** Returns a text such as "Fri, Nov 20, 2026, 4:18 PM MST". */
export function formatTimeWithZone(moment: string | Date): string {
  return withZone.format(new Date(moment))
}

/** Returns the same text as `formatTimeWithZone`, but in the given time zone. */
export function formatTimeInZone(moment: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { ...everyPart, timeZone: zone }).format(moment)
}

/** Returns a text such as "Nov 20, 2026". */
export function formatDay(moment: string | Date): string {
  return day.format(new Date(moment))
}

/** Returns a text such as "in 3 days", "2 hours ago" or "just now". */
export function formatRelativeTime(moment: string | Date, now: Date): string {
  const seconds = secondsUntil(moment, now)
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  if (!unit) return 'just now'
  const [name, size] = unit
  return relative.format(Math.round(seconds / size), name)
}

const weekdayAndDate = { weekday: 'short', month: 'short', day: 'numeric' } as const
const eventDay = new Intl.DateTimeFormat('en-US', weekdayAndDate)
const eventDayAndYear = new Intl.DateTimeFormat('en-US', { ...weekdayAndDate, year: 'numeric' })
const dayMs = 86_400_000

/** Returns a relative time for the last day, or a text such as "Fri, Nov 20", with the year if it is another one. */
export function formatEventTime(moment: string | Date, now: Date): string {
  const date = new Date(moment)
  if (now.getTime() - date.getTime() < dayMs) return formatRelativeTime(date, now)
  return (date.getFullYear() === now.getFullYear() ? eventDay : eventDayAndYear).format(date)
}

/** Returns a text such as "due today" or "2 days overdue". */
export function formatOverdue(moment: string | Date, now: Date): string {
  const seconds = -secondsUntil(moment, now)
  const unit = units.slice(0, daysAndLonger).find(([, size]) => seconds >= size)
  if (!unit) return 'due today'
  const [name, size] = unit
  return `${formatCount(Math.round(seconds / size), name)} overdue`
}

function secondsUntil(moment: string | Date, now: Date) {
  return (new Date(moment).getTime() - now.getTime()) / 1000
}

/** Returns a text such as "4:18 PM". */
export function formatClockTime(moment: string | Date): string {
  return clock.format(new Date(moment))
}

const dayOfYear = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

/** Returns "Today", "Yesterday", "Friday, November 20" or "Friday, November 20, 2025". */
export function formatNearDay(moment: string | Date, now: Date): string {
  const at = new Date(moment)
  const days = daysSince(at, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return at.getFullYear() === now.getFullYear() ? dayOfYear.format(at) : namedDay.format(at)
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' })
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Returns the number of calendar days from a time until now, such as 1 for yesterday. */
export function daysSince(moment: string | Date, now: Date): number {
  return Math.round((startOfDay(now) - startOfDay(new Date(moment))) / dayMs)
}

function startOfDay(moment: Date) {
  return new Date(moment).setHours(0, 0, 0, 0)
}

/** Returns a short text for a narrow list: "4:18 PM", "Sun", "Nov 11" or "Nov 11, 2025". */
export function formatBriefTime(moment: string | Date, now: Date): string {
  const at = new Date(moment)
  const days = daysSince(at, now)
  if (days === 0) return clock.format(at)
  if (days > 0 && days < 7) return weekday.format(at)
  return at.getFullYear() === now.getFullYear() ? monthDay.format(at) : day.format(at)
}

export interface ProfileNames {
  role: string
  company_name?: string | null
  full_name: string | null
  username: string | null
}

/** Returns the name that others see, like the SQL function `app.display_name`. */
export function nameOf(person: ProfileNames | null | undefined): string {
  return namesOf(person)[0] ?? 'Someone'
}

/** Returns the second name: the contact person of a facility, or the company of a person. */
export function secondaryNameOf(person: ProfileNames | null | undefined): string | undefined {
  return namesOf(person)[1]
}

function namesOf(person: ProfileNames | null | undefined): string[] {
  if (!person) return []
  const own = person.full_name || person.username
  const company = person.company_name
  const names = person.role === 'facility' ? [company, own] : [own, company]
  return names.map((name) => name ?? '').filter((name) => name !== '')
}
