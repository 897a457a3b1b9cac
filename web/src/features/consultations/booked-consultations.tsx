import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CalendarPlus, CircleX } from 'lucide-react'
import { Link } from 'react-router'
import { calendarFile } from '#lib/calendar-file.ts'
import { deviceTimeZone, readingAt } from '#lib/clock.ts'
import { nameOf } from '#lib/format.ts'
import { saveFile } from '#lib/save-file.ts'
import type { MenuEntry } from '#ui/opened-menu.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { Row } from '#ui/rows/row.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { ConsultationChip } from './consultation-chip.tsx'
import { formatBothTimes } from './consultation-times.ts'
import { ConsultationsCard, useConsultationsList } from './consultations-card.tsx'
import {
  type BookedConsultation,
  consultationCounts,
  useBookedConsultations,
} from './consultations.queries.ts'

interface Props {
  userId: string
  onCancel: (consultation: BookedConsultation) => void
}

const emptyState = (
  <NothingYet icon={CalendarClock} title="No upcoming consultations.">
    Facilities find you by your services or name and book a time.
  </NothingYet>
)

/** Lists the consultations that facilities booked with a consultant. */
export function BookedConsultations({ userId, onCancel }: Props) {
  const list = useConsultationsList()
  const query = useBookedConsultations(userId, list)
  const { data: counts } = useQuery(consultationCounts(userId))
  return (
    <ConsultationsCard
      list={list}
      query={query}
      counts={counts}
      nothing={emptyState}
      anchor="consultations"
      pagesLabel="Pages of your consultations"
    >
      {(consultation) => (
        <BookedRow consultation={consultation} onCancel={() => onCancel(consultation)} />
      )}
    </ConsultationsCard>
  )
}

interface BookedRowProps {
  consultation: BookedConsultation
  onCancel: () => void
}

function BookedRow({ consultation, onCancel }: BookedRowProps) {
  const { id, scheduled_at: at, duration_minutes: minutes, fee } = consultation
  return (
    <Row
      title={nameOf(consultation.facility)}
      facts={[
        ...formatBothTimes(at, consultation.consultant, consultation.facility),
        <Time key="relative" at={at} />,
        ...(minutes > 0 ? [`${minutes} minutes`] : []),
      ]}
      status={<ConsultationChip consultation={consultation} />}
      figure={fee > 0 ? <MoneyText amount={fee} /> : undefined}
      action={
        <Button size="sm" variant="light" component={Link} to={`/chat/consultation/${id}`}>
          Chat
        </Button>
      }
      menu={menuFor(consultation, onCancel)}
    />
  )
}

function menuFor(consultation: BookedConsultation, onCancel: () => void): MenuEntry[] {
  const { status, has_ended: hasEnded, can_cancel: canCancel } = consultation
  const save = {
    label: 'Add to Calendar',
    icon: CalendarPlus,
    onSelect: () => saveToCalendar(consultation),
  }
  const cancel = {
    label: 'Cancel Consultation',
    icon: CircleX,
    isDangerous: true,
    onSelect: onCancel,
  }
  return [...(status === 'booked' && !hasEnded ? [save] : []), ...(canCancel ? [cancel] : [])]
}

function saveToCalendar(consultation: BookedConsultation) {
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
  // The file name contains the day in the consultant's time zone, because the list shows the same day.
  const day = readingAt(meeting.starts, consultant?.time_zone ?? deviceTimeZone()).slice(0, 10)
  saveFile(`consultation-${day}.ics`, 'text/calendar', calendarFile(meeting, new Date()))
}
