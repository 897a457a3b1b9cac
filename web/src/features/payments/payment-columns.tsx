import { nameOf } from '#lib/format.ts'
import { Money } from '#ui/text.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { Time } from '#ui/time.tsx'
import { purposeOf, type Payment } from './payments.queries.ts'
import { Ban, CircleCheck, Clock, Undo2, type LucideIcon } from 'lucide-react'
import { Chip } from '#ui/badge.tsx'

// What a table of payments shows, whichever side looks at it.

export const payeeColumn: Column<Payment> = {
  head: 'To',
  cell: ({ payee }) => <bdi>{nameOf(payee)}</bdi>,
}

export const payerColumn: Column<Payment> = {
  head: 'From',
  cell: ({ payer }) => <bdi>{nameOf(payer)}</bdi>,
}

export const paymentColumns: Column<Payment>[] = [
  { head: 'For', cell: (payment) => <bdi>{purposeOf(payment)}</bdi> },
  { head: 'Status', cell: ({ status }) => <PaymentChip status={status} /> },
  { head: 'When', cell: (payment) => <Moments {...payment} />, sort: 'created_at' },
  {
    head: 'Amount',
    cell: ({ amount }) => <Money amount={amount} />,
    sort: 'amount',
    isFigure: true,
  },
  { head: 'Reference', cell: ({ reference }) => <bdi>{reference ?? '–'}</bdi> },
]

/** Since when it is due, or when it was paid or given back; of one that is void, when it came about. */
function Moments(payment: Payment) {
  const { status, created_at: bornAt, paid_at: paidAt, refunded_at: refundedAt } = payment
  if (refundedAt) {
    return (
      <>
        refunded <Time at={refundedAt} />
      </>
    )
  }
  if (paidAt) {
    return (
      <>
        paid <Time at={paidAt} />
      </>
    )
  }
  return (
    <>
      {status === 'void' ? 'made' : 'due since'} <Time at={bornAt} />
    </>
  )
}

interface Word {
  icon: LucideIcon
  tone: 'blue' | 'green' | 'plain' | 'red'
  text: string
}

const chipByStatus: Record<PaymentStatus, Word> = {
  pending: { icon: Clock, tone: 'blue', text: 'Due' },
  paid: { icon: CircleCheck, tone: 'green', text: 'Paid' },
  refunded: { icon: Undo2, tone: 'red', text: 'Refunded' },
  void: { icon: Ban, tone: 'plain', text: 'Void' },
}

export function PaymentChip({ status }: { status: string }) {
  const known = paymentStatusIn(status)
  if (!known) return null
  const { icon, tone, text } = chipByStatus[known]
  return (
    <Chip icon={icon} tone={tone}>
      {text}
    </Chip>
  )
}

const paymentStatuses = ['pending', 'paid', 'refunded', 'void'] as const

type PaymentStatus = (typeof paymentStatuses)[number]

function paymentStatusIn(text: string | undefined): PaymentStatus | undefined {
  return paymentStatuses.find((status) => status === text)
}
