import type { ReactNode } from 'react'
import { PaymentChip, PaymentDate } from './payment-columns.tsx'
import type { Payment } from './payments.queries.ts'

interface Props {
  payment: Payment
}

/** Shows the status of the payment for a job. */
export function JobPaymentStatus({ payment }: Props): ReactNode {
  return <PaymentChip status={payment.status} />
}

/** Shows the latest date of the payment for a job, and its reference. */
export function JobPaymentDetail({ payment }: Props) {
  return (
    <>
      <PaymentDate payment={payment} />
      {payment.reference ? (
        <>
          , reference <bdi>{payment.reference}</bdi>
        </>
      ) : null}
    </>
  )
}
