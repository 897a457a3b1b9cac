import { CircleCheck, CircleSlash, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import { Chip } from '../../../ui/chip.tsx'

interface Words {
  word: string
  icon: LucideIcon
  tone: 'amber' | 'green' | 'plain'
}

const due: Words = { word: 'Due', icon: Clock, tone: 'amber' }
const words: Record<string, Words> = {
  paid: { word: 'Paid', icon: CircleCheck, tone: 'green' },
  refunded: { word: 'Refunded', icon: Undo2, tone: 'plain' },
  void: { word: 'Void', icon: CircleSlash, tone: 'plain' },
}

export function PaymentStatus({ status }: { status: string }) {
  const { word, icon, tone } = words[status] ?? due
  return (
    <Chip icon={icon} tone={tone}>
      {word}
    </Chip>
  )
}
