import { calendarFile } from '#lib/calendar-file.ts'
import { ownZone, readingAt } from '#lib/clock.ts'
import { nameOf } from '#lib/format/name.ts'
import { saveFile } from '#lib/save-file.ts'
import type { BookedConsultation } from './booked-consultations.ts'

export function saveToCalendar(consultation: BookedConsultation) {
  const { id, scheduled_at: starts, ends_at: ends, facility, consultant } = consultation
  const address = `${location.origin}/chat/consultation/${id}`
  const meeting = {
    uid: `${id}@mendwell`,
    starts: new Date(starts),
    ends: new Date(ends),
    title: `Consultation with ${nameOf(facility)}`,
    description: `Chat: ${address}`,
    address,
  }
  // The day on which the list has it, and not the one in Greenwich.
  const day = readingAt(meeting.starts, consultant?.time_zone ?? ownZone()).slice(0, 10)
  saveFile(`consultation-${day}.ics`, 'text/calendar', calendarFile(meeting, new Date()))
}
