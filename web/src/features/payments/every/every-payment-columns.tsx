import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { nameOf } from '#lib/format/name.ts'
import { Money } from '#ui/money.tsx'
import { Named } from '#ui/named.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { Time } from '#ui/time.tsx'
import { PaymentChip } from '../payment-chip.tsx'
import { type EveryPayment, purposeOf } from './every-payment.ts'

interface Ways {
  jobAt: (jobId: string) => string
  onRefund: (payment: EveryPayment) => void
}

export function everyPaymentColumns({ jobAt, onRefund }: Ways): Column<EveryPayment>[] {
  return [
    {
      head: 'From',
      cell: ({ payer, payer_id: id }) => (
        <Named isStacked id={id}>
          {nameOf(payer)}
        </Named>
      ),
    },
    {
      head: 'To',
      cell: ({ payee, payee_id: id }) => (
        <Named isStacked id={id}>
          {nameOf(payee)}
        </Named>
      ),
    },
    {
      head: 'For',
      cell: (payment) =>
        payment.job_id ? (
          <Link to={jobAt(payment.job_id)}>
            <bdi>{purposeOf(payment)}</bdi>
          </Link>
        ) : (
          purposeOf(payment)
        ),
    },
    { head: 'Status', cell: (payment) => <Standing payment={payment} /> },
    {
      head: 'Amount',
      cell: ({ amount }) => <Money amount={amount} />,
      sort: 'amount',
      isFigure: true,
    },
    { head: 'Created', cell: ({ created_at: at }) => <Time at={at} />, sort: 'created_at' },
    { head: 'Reference', cell: ({ reference }) => <bdi>{reference ?? '–'}</bdi> },
    {
      head: 'What to do',
      isAction: true,
      cell: (payment) =>
        payment.can_refund ? (
          <Button size="compact-md" variant="default" onClick={() => onRefund(payment)}>
            Refund
          </Button>
        ) : null,
    },
  ]
}

/** How it stands, and since when. */
function Standing({ payment }: { payment: EveryPayment }) {
  const { status, paid_at: paidAt, refunded_at: refundedAt } = payment
  const since = refundedAt ?? paidAt
  return (
    <>
      <PaymentChip status={status} /> {since ? <Time at={since} /> : null}
    </>
  )
}
