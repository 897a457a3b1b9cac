import * as z from 'zod/mini'
import { moment } from '#lib/clock.ts'

const minute = 60_000
const hour = 60 * minute

export const durationOptions = [15, 30, 45, 60, 90, 120, 240].map((minutes) => ({
  value: String(minutes),
  label: minutes < 60 ? `${minutes} minutes` : hoursText(minutes / 60),
}))

/** @param zone  Whose clock the time is read from. */
export const bookingSchema = (zone: string) =>
  z.object({
    scheduled_at: moment(
      { missing: 'Choose a date and time.', wrong: 'Choose a date and time.' },
      zone,
    ),
    duration_minutes: z.pipe(
      z.string(),
      z.transform((text) => Number(text)),
    ),
    job_id: z.pipe(
      z.string(),
      z.transform((text) => text || null),
    ),
  })

/** The next full hour tomorrow, by clocks that may stand half an hour beside those of others. */
export function defaultStartTime(now: number, zone: string): string {
  const tomorrow = Math.ceil((now + 24 * hour) / minute) * minute
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, minute: 'numeric' })
  const past = Number(clock.format(tomorrow)) * minute
  return new Date(past === 0 ? tomorrow : tomorrow + hour - past).toISOString()
}

function hoursText(hours: number) {
  return hours === 1 ? '1 hour' : `${hours} hours`
}
