import { Button } from '@mantine/core'
import { CalendarPlus, CircleX } from 'lucide-react'
import { Link } from 'react-router'
import { nameOf } from '#lib/format/name.ts'
import { Money } from '#ui/money.tsx'
import type { MenuEntry } from '#ui/menu/menu-entry.ts'
import { Row } from '#ui/rows/row.tsx'
import { Time } from '#ui/time.tsx'
import { bothClocks } from '../both-clocks.ts'
import { ConsultationChip } from '../consultation-chip.tsx'
import type { BookedConsultation } from './booked-consultations.ts'
import { saveToCalendar } from './save-to-calendar.ts'

interface Props {
  consultation: BookedConsultation
  onCancel: () => void
}

export function BookedRow({ consultation, onCancel }: Props) {
  const { id, scheduled_at: at, duration_minutes: minutes, fee } = consultation
  return (
    <Row
      title={nameOf(consultation.facility)}
      facts={[
        ...bothClocks(at, consultation.consultant, consultation.facility),
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
