import { Ban, CircleCheck, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'
import { type PaymentStatus, paymentStatusIn } from './payment-status.ts'

interface Word {
  icon: LucideIcon
  tone: 'blue' | 'green' | 'plain' | 'red'
  text: string
}

const words: Record<PaymentStatus, Word> = {
  pending: { icon: Clock, tone: 'blue', text: 'Due' },
  paid: { icon: CircleCheck, tone: 'green', text: 'Paid' },
  refunded: { icon: Undo2, tone: 'red', text: 'Refunded' },
  void: { icon: Ban, tone: 'plain', text: 'Void' },
}

export function PaymentChip({ status }: { status: string }) {
  const known = paymentStatusIn(status)
  if (!known) return null
  const { icon, tone, text } = words[known]
  return (
    <Chip icon={icon} tone={tone}>
      {text}
    </Chip>
  )
}
