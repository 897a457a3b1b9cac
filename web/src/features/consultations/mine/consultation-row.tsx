import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { nameOf } from '#lib/format/name.ts'
import { Money } from '#ui/money.tsx'
import { Row } from '#ui/rows/row.tsx'
import { Time } from '#ui/time.tsx'
import { bothClocks } from '../both-clocks.ts'
import { ConsultationChip } from '../consultation-chip.tsx'
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
        ...bothClocks(at, consultation.facility, consultation.consultant),
        <Time key="relative" at={at} />,
        ...(minutes > 0 ? [`${minutes} minutes`] : []),
        ...(job ? [job.title] : []),
      ]}
      status={<ConsultationChip consultation={consultation} />}
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
