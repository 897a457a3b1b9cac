import { Ban, CircleCheck, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import { formatOverdue, nameOf } from '#lib/format.ts'
import { Chip } from '#ui/badge.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { type Payment, purposeOf } from './payments.queries.ts'

export const payeeColumn: Column<Payment> = {
  head: 'To',
  cell: ({ payee }) => <bdi>{nameOf(payee)}</bdi>,
}

export const payerColumn: Column<Payment> = {
  head: 'From',
  cell: ({ payer }) => <bdi>{nameOf(payer)}</bdi>,
}

/** These columns are in the payer's list and in the payee's list. */
export const paymentColumns: Column<Payment>[] = [
  { head: 'For', cell: (payment) => <bdi>{purposeOf(payment)}</bdi> },
  { head: 'Status', cell: ({ status }) => <PaymentChip status={status} /> },
  { head: 'When', cell: (payment) => <PaymentDate payment={payment} />, sort: 'status_at' },
  {
    head: 'Amount',
    cell: ({ amount }) => <MoneyText amount={amount} />,
    sort: 'amount',
    isFigure: true,
  },
  { head: 'Reference', cell: ({ reference }) => <bdi>{reference ?? '–'}</bdi> },
]

type PaymentDates = Pick<Payment, 'status' | 'created_at' | 'paid_at' | 'refunded_at'>

/** Shows how long a payment is overdue, or when it was refunded, paid or created. */
export function PaymentDate({ payment }: { payment: PaymentDates }) {
  const { status, created_at: createdAt, paid_at: paidAt, refunded_at: refundedAt } = payment
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
  if (status !== 'void') return <Time at={createdAt} format={formatOverdue} />
  return (
    <>
      created <Time at={createdAt} />
    </>
  )
}

interface ChipStyle {
  icon: LucideIcon
  tone: 'blue' | 'green' | 'plain' | 'red'
  text: string
}

const styleByStatus: Record<string, ChipStyle> = {
  pending: { icon: Clock, tone: 'blue', text: 'Due' },
  paid: { icon: CircleCheck, tone: 'green', text: 'Paid' },
  refunded: { icon: Undo2, tone: 'red', text: 'Refunded' },
  void: { icon: Ban, tone: 'plain', text: 'Void' },
}

export function PaymentChip({ status }: { status: string }) {
  const style = styleByStatus[status]
  if (!style) return null
  const { icon, tone, text } = style
  return (
    <Chip icon={icon} tone={tone}>
      {text}
    </Chip>
  )
}
