import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CalendarPlus, CircleX } from 'lucide-react'
import { NothingYet } from '#ui/query-states.tsx'
import { ConsultationsCard, useConsultationsList } from './consultations-card.tsx'
import {
  type BookedConsultation,
  consultationCounts,
  useBookedConsultations,
} from './consultations.queries.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { nameOf } from '#lib/format.ts'
import { Money } from '#ui/text.tsx'
import type { MenuEntry } from '#ui/more-menu.tsx'
import { Row } from '#ui/rows/row.tsx'
import { Time } from '#ui/time.tsx'
import { formatBothTimes } from './consultation-times.ts'
import { ConsultationChip } from './consultation-chip.tsx'
import { calendarFile } from '#lib/calendar-file.ts'
import { deviceTimeZone, readingAt } from '#lib/clock.ts'
import { saveFile } from '#lib/save-file.ts'

interface Props {
  userId: string
  onCancel: (consultation: BookedConsultation) => void
}

const nothing = (
  <NothingYet icon={CalendarClock} title="No consultations ahead.">
    Facilities find you by your services and your name, and book a time.
  </NothingYet>
)

/** The consultations for which a consultant was booked. */
export function BookedConsultations({ userId, onCancel }: Props) {
  const list = useConsultationsList()
  const query = useBookedConsultations(userId, list)
  const { data: counts } = useQuery(consultationCounts(userId, 'consultant_id'))
  return (
    <ConsultationsCard
      list={list}
      query={query}
      counts={counts}
      nothing={nothing}
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
      figure={fee > 0 ? <Money amount={fee} /> : undefined}
      action={
        <Button size="sm" variant="light" component={Link} to={`/chat/consultation/${id}`}>
          Chat
        </Button>
      }
      menu={menuOf(consultation, onCancel)}
    />
  )
}

function menuOf(consultation: BookedConsultation, onCancel: () => void): MenuEntry[] {
  const { status, has_ended: isOver, can_cancel: canCancel } = consultation
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
  return [...(status === 'booked' && !isOver ? [save] : []), ...(canCancel ? [cancel] : [])]
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
  // The day on which the list has it, and not the one in Greenwich.
  const day = readingAt(meeting.starts, consultant?.time_zone ?? deviceTimeZone()).slice(0, 10)
  saveFile(`consultation-${day}.ics`, 'text/calendar', calendarFile(meeting, new Date()))
}
