import { CalendarCheck, CircleCheck, CircleX } from 'lucide-react'
import { Chip } from '#ui/badge.tsx'

interface Props {
  consultation: { status: string; has_ended: boolean | null }
}

export function ConsultationChip({ consultation: { status, has_ended: hasEnded } }: Props) {
  if (status === 'cancelled') {
    return (
      <Chip icon={CircleX} tone="red">
        Canceled
      </Chip>
    )
  }
  return hasEnded ? (
    <Chip icon={CircleCheck} tone="green">
      Ended
    </Chip>
  ) : (
    <Chip icon={CalendarCheck} tone="blue">
      Booked
    </Chip>
  )
}
