import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'

interface Word {
  icon: LucideIcon
  tone: 'blue' | 'green' | 'plain' | 'red'
  text: string
}

const words: Record<string, Word> = {
  pending: { icon: Clock, tone: 'blue', text: 'Pending' },
  accepted: { icon: CircleCheck, tone: 'green', text: 'Accepted' },
  rejected: { icon: CircleX, tone: 'red', text: 'Rejected' },
  withdrawn: { icon: Undo2, tone: 'plain', text: 'Withdrawn' },
}

/** How a bid stands. */
export function BidChip({ status }: { status: string }) {
  const word = words[status]
  if (!word) return null
  return (
    <Chip icon={word.icon} tone={word.tone}>
      {word.text}
    </Chip>
  )
}
