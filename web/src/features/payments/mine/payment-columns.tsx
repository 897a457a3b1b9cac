import { Button } from '@mantine/core'
import { nameOf } from '../../../lib/format/name.ts'
import { Money } from '../../../ui/money.tsx'
import type { Column } from '../../../ui/table/data-table.tsx'
import { Time } from '../../../ui/time.tsx'
import type { MyPayment } from './my-payments.ts'
import { PaymentChip } from '../payment-chip.tsx'

export function paymentColumns(onRecord: (payment: MyPayment) => void): Column<MyPayment>[] {
  return [
    { head: 'To', cell: ({ payee }) => <bdi>{nameOf(payee)}</bdi> },
    { head: 'For', cell: (payment) => <bdi>{purposeOf(payment)}</bdi> },
    {
      head: 'When',
      cell: ({ created_at: made, paid_at: paid, refunded_at: refunded }) => (
        <Time at={refunded ?? paid ?? made} />
      ),
      sort: 'created_at',
    },
    { head: 'Status', cell: ({ status }) => <PaymentChip status={status} /> },
    {
      head: 'Amount',
      cell: ({ amount }) => <Money amount={amount} />,
      sort: 'amount',
      isFigure: true,
    },
    { head: 'Reference', cell: ({ reference }) => <bdi>{reference ?? '–'}</bdi> },
    {
      head: 'What to do',
      isAction: true,
      cell: (payment) =>
        payment.can_record ? (
          <Button size="compact-md" onClick={() => onRecord(payment)}>
            Record payment
          </Button>
        ) : null,
    },
  ]
}

function purposeOf({ job }: MyPayment): string {
  return job?.title ?? 'Consultation'
}
