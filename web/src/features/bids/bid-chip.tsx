import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import { Chip } from '#ui/badge.tsx'

interface ChipStyle {
  icon: LucideIcon
  tone: 'blue' | 'green' | 'plain' | 'red'
  text: string
}

const styleByStatus: Record<string, ChipStyle> = {
  pending: { icon: Clock, tone: 'blue', text: 'Pending' },
  accepted: { icon: CircleCheck, tone: 'green', text: 'Accepted' },
  rejected: { icon: CircleX, tone: 'red', text: 'Rejected' },
  withdrawn: { icon: Undo2, tone: 'plain', text: 'Withdrawn' },
}

export function BidChip({ status }: { status: string }) {
  const style = styleByStatus[status]
  if (!style) return null
  return (
    <Chip icon={style.icon} tone={style.tone}>
      {style.text}
    </Chip>
  )
}
