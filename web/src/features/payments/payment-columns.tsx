// What a table of payments shows, whichever side looks at it.
import { nameOf } from '#lib/format/name.ts'
import { Money } from '#ui/money.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { Time } from '#ui/time.tsx'
import { PaymentChip } from './payment-chip.tsx'
import type { Payment } from './payments.ts'

export const paidTo: Column<Payment> = {
  head: 'To',
  cell: ({ payee }) => <bdi>{nameOf(payee)}</bdi>,
}

export const paidFrom: Column<Payment> = {
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

function purposeOf({ job }: { job: { title: string } | null }): string {
  return job?.title ?? 'Consultation'
}

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
