// Stores upcoming consultations on this device for use without a network. Logging out deletes these appointments.
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { nameOf, type ProfileNames } from '#lib/format.ts'
import { readValue, storeValue } from '#lib/local-store.ts'
import { storeKey } from '#lib/store-keys.ts'
import { formatBothTimes } from './consultation-times.ts'

const appointmentShape = z.object({
  id: z.string(),
  ends: z.string(),
  /** The name of the other party. */
  name: z.string(),
  /** The start in the time zones of both parties, from `formatBothTimes`. */
  times: z.array(z.string()),
})

export type Appointment = z.infer<typeof appointmentShape>

type Party = (ProfileNames & { time_zone: string }) | null

interface UpcomingConsultation {
  id: string
  scheduled_at: string
  ends_at: string
  status: string
  has_ended: boolean | null
}

/** Converts a consultation into an appointment, with the times in the time zones of both parties. */
export function toAppointment(
  { id, scheduled_at: at, ends_at: ends }: UpcomingConsultation,
  mine: { time_zone: string } | null,
  theirs: Party,
): Appointment {
  return { id, ends, name: nameOf(theirs), times: formatBothTimes(at, mine, theirs) }
}

export function isUpcoming({ status, has_ended: hasEnded }: UpcomingConsultation) {
  return status === 'booked' && hasEnded === false
}

/** Replaces all stored appointments with the loaded ones. */
export function useKeptAppointments(userId: string, appointments: Appointment[] | undefined) {
  const text = appointments && JSON.stringify(appointments)
  useEffect(() => {
    if (text) storeValue(keyOf(userId), JSON.parse(text))
  }, [userId, text])
}

/** Returns the stored appointments that have not ended. */
export function readAppointments(userId: string): Appointment[] {
  const stored = z.safeParse(z.array(appointmentShape), readValue(keyOf(userId)))
  return (stored.data ?? []).filter(({ ends }) => Date.parse(ends) > Date.now())
}

const keyOf = (userId: string) => storeKey(userId, 'appointments')
