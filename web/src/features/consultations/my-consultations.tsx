import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router'
import { nameOf } from '#lib/format.ts'
import { jobPath } from '#lib/job-paths.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { Row } from '#ui/rows/row.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { ConsultationChip } from './consultation-chip.tsx'
import { formatBothTimes } from './consultation-times.ts'
import { ConsultationsCard, useConsultationsList } from './consultations-card.tsx'
import {
  consultationCounts,
  type MyConsultation,
  useMyConsultations,
} from './consultations.queries.ts'
import { isUpcoming, toAppointment, useKeptAppointments } from './kept-appointments.ts'

interface Props {
  userId: string
  onCancel: (consultation: MyConsultation) => void
  onReview: (consultation: MyConsultation) => void
}

const emptyState = (
  <NothingYet icon={CalendarClock} title="No consultations yet.">
    Find a consultant and book a time. Your bookings appear here.
  </NothingYet>
)

/**
 * Lists the consultations that a facility booked. Stores upcoming consultations if the list starts with the next one.
 */
export function MyConsultations({ userId, onCancel, onReview }: Props) {
  const list = useConsultationsList()
  const query = useMyConsultations(userId, list)
  const { data: counts } = useQuery(consultationCounts(userId))
  const startsWithNext = list.page === 1 && !list.filters['when'] && !list.sort.descending
  const next = startsWithNext ? query.data?.rows.filter(isUpcoming) : undefined
  useKeptAppointments(
    userId,
    next?.map((row) => toAppointment(row, row.facility, row.consultant)),
  )
  return (
    <ConsultationsCard list={list} query={query} counts={counts} nothing={emptyState} isWholePage>
      {(consultation) => (
        <MyConsultationRow
          consultation={consultation}
          onCancel={() => onCancel(consultation)}
          onReview={() => onReview(consultation)}
        />
      )}
    </ConsultationsCard>
  )
}

interface MyConsultationRowProps {
  consultation: MyConsultation
  onCancel: () => void
  onReview: () => void
}

function MyConsultationRow({ consultation, onCancel, onReview }: MyConsultationRowProps) {
  const { id, scheduled_at: at, duration_minutes: minutes, job, fee } = consultation
  return (
    <Row
      title={nameOf(consultation.consultant)}
      facts={[
        ...formatBothTimes(at, consultation.facility, consultation.consultant),
        <Time key="relative" at={at} />,
        ...(minutes > 0 ? [`${minutes} minutes`] : []),
        ...(job
          ? [
              <Link key="job" to={jobPath('facility', job.id)}>
                {job.title}
              </Link>,
            ]
          : []),
      ]}
      status={<ConsultationChip consultation={consultation} />}
      figure={fee > 0 ? <MoneyText amount={fee} /> : undefined}
      action={
        <>
          {consultation.can_review ? (
            <Button size="sm" onClick={onReview}>
              Leave a review
            </Button>
          ) : null}
          <Button size="sm" variant="light" component={Link} to={`/chat/consultation/${id}`}>
            Chat
          </Button>
          {consultation.can_cancel ? (
            <Button size="sm" variant="default" onClick={onCancel}>
              Cancel Consultation
            </Button>
          ) : null}
        </>
      }
    />
  )
}
