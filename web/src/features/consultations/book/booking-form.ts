import * as z from 'zod/mini'
import { moment } from '../../../lib/schemas/moment.ts'

const hour = 3_600_000

export const lengths = [15, 30, 45, 60, 90, 120, 240].map((minutes) => ({
  value: String(minutes),
  label: minutes < 60 ? `${minutes} minutes` : hoursText(minutes / 60),
}))

/** @param zone  Whose clock the time is read from. */
export const bookingForm = (zone: string) =>
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

/** The next full hour tomorrow. */
export function usualTime(now: number): string {
  return new Date(Math.ceil((now + 24 * hour) / hour) * hour).toISOString()
}

function hoursText(hours: number) {
  return hours === 1 ? '1 hour' : `${hours} hours`
}
