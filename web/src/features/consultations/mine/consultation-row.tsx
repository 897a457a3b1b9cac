import { Button } from '@mantine/core'
import { CalendarCheck, CircleCheck, CircleX } from 'lucide-react'
import { Link } from 'react-router'
import { timeWithZone } from '../../../lib/format/moment.ts'
import { nameOf } from '../../../lib/format/name.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Money } from '../../../ui/money.tsx'
import { Row } from '../../../ui/rows/row.tsx'
import { Time } from '../../../ui/time.tsx'
import type { MyConsultation } from './my-consultations.ts'

interface Props {
  consultation: MyConsultation
  onCancel: () => void
  onReview: () => void
}

export function ConsultationRow({ consultation, onCancel, onReview }: Props) {
  const { id, scheduled_at: at, duration_minutes: minutes, job, fee } = consultation
  return (
    <Row
      title={nameOf(consultation.consultant)}
      facts={[
        timeWithZone(at),
        <Time key="relative" at={at} />,
        ...(minutes > 0 ? [`${minutes} minutes`] : []),
        ...(job ? [job.title] : []),
      ]}
      status={<ConsultationStatus consultation={consultation} />}
      figure={fee > 0 ? <Money amount={fee} /> : undefined}
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

function ConsultationStatus({
  consultation: { status, has_ended: isOver },
}: Pick<Props, 'consultation'>) {
  if (status === 'cancelled') {
    return (
      <Chip icon={CircleX} tone="red">
        Cancelled
      </Chip>
    )
  }
  return isOver ? (
    <Chip icon={CircleCheck} tone="green">
      Ended
    </Chip>
  ) : (
    <Chip icon={CalendarCheck} tone="blue">
      Booked
    </Chip>
  )
}
