import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import { Chip } from '../../../ui/chip.tsx'

interface Words {
  word: string
  icon: LucideIcon
  tone: 'amber' | 'green' | 'red' | 'plain'
}

const pending: Words = { word: 'Pending', icon: Clock, tone: 'amber' }
const words: Record<string, Words> = {
  accepted: { word: 'Accepted', icon: CircleCheck, tone: 'green' },
  rejected: { word: 'Rejected', icon: CircleX, tone: 'red' },
  withdrawn: { word: 'Withdrawn', icon: Undo2, tone: 'plain' },
}

export function BidStatus({ status }: { status: string }) {
  const { word, icon, tone } = words[status] ?? pending
  return (
    <Chip icon={icon} tone={tone}>
      {word}
    </Chip>
  )
}
