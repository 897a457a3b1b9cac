import * as z from 'zod/mini'
import { moment } from '#lib/clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export const durationOptions = [15, 30, 45, 60, 90, 120, 240].map((minutes) => ({
  value: String(minutes),
  label: minutes < 60 ? `${minutes} minutes` : formatHours(minutes / 60),
}))

/** @param zone  The time zone in which the user enters the time. */
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

/** Returns the first full hour at least 24 hours away. Some time zones differ from UTC by 30 or 45 minutes. */
export function defaultStartTime(nowMs: number, zone: string): string {
  const tomorrow = Math.ceil((nowMs + 24 * hourMs) / minuteMs) * minuteMs
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, minute: 'numeric' })
  const pastHourMs = Number(clock.format(tomorrow)) * minuteMs
  return new Date(pastHourMs === 0 ? tomorrow : tomorrow + hourMs - pastHourMs).toISOString()
}

function formatHours(hours: number) {
  return hours === 1 ? '1 hour' : `${hours} hours`
}
