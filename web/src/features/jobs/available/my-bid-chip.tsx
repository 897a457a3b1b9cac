import { CircleX, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'

const words: Record<string, { icon: LucideIcon; tone: 'blue' | 'plain' | 'red'; text: string }> = {
  pending: { icon: Clock, tone: 'blue', text: 'Your bid is pending' },
  rejected: { icon: CircleX, tone: 'red', text: 'Your bid was rejected' },
  withdrawn: { icon: Undo2, tone: 'plain', text: 'You withdrew your bid' },
}

/** How one's own latest bid on a job that is still open stands. */
export function MyBidChip({ status }: { status: string }) {
  const word = words[status]
  return word ? (
    <Chip icon={word.icon} tone={word.tone}>
      {word.text}
    </Chip>
  ) : null
}
