import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { nameOf } from '#lib/format.ts'
import { jobPath } from '#lib/job-paths.ts'
import { adminUserPath } from '#lib/user-paths.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { AdminList, type AdminListShape, useAdminListState } from '#ui/table/admin-list.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { MoneyText, NameLink } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { type AdminPayment, adminPaymentsCsv, useAdminPayments } from './admin-payments.queries.ts'
import { PaymentChip } from './payment-columns.tsx'
import { purposeOf } from './payments.queries.ts'

interface Props {
  /** Limits the list to what this user paid or was paid. */
  userId?: string
}

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'pending', label: 'Due' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'void', label: 'Void' },
]

const sorts: AdminListShape['sorts'] = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'amount', descending: true, label: 'Highest amount' },
  { by: 'amount', descending: false, label: 'Lowest amount' },
]

const RefundPaymentDialog = lazyPart(() => import('./refund-payment-dialog.tsx'), PlainDialog)

const shapeOfUser: AdminListShape = {
  label: 'Payments',
  one: 'payment',
  choices: [{ name: 'status', label: 'Status', options: statuses }],
  sorts,
  empty: (
    <NothingYet icon={CreditCard} title="No payments yet.">
      Payments for finished jobs and paid consultations appear here.
    </NothingYet>
  ),
  live: { tables: [{ table: 'payments' }], keys: [['payments', 'every']] },
}

const shape: AdminListShape = {
  ...shapeOfUser,
  search: { name: 'q', label: 'Search by name, job, reference or id...' },
  isSearchLimited: true,
}

export function AdminPaymentList({ userId }: Props) {
  const shapeHere = userId ? shapeOfUser : shape
  const list = useAdminListState(shapeHere)
  const query = useAdminPayments(list, userId)
  const refund = useDialog<AdminPayment>()
  return (
    <>
      <AdminList
        shape={shapeHere}
        list={list}
        query={query}
        file={adminPaymentsCsv(list, userId)}
        columns={columnsWith(refund.open)}
      />
      <Suspense>
        {refund.subject ? (
          <RefundPaymentDialog
            key={refund.subject.id}
            payment={refund.subject}
            opened={refund.opened}
            onClose={refund.close}
          />
        ) : null}
      </Suspense>
    </>
  )
}

function columnsWith(onRefund: (payment: AdminPayment) => void): Column<AdminPayment>[] {
  return [
    {
      head: 'From',
      cell: ({ payer, payer_id: id }) => (
        <NameLink to={adminUserPath(id)}>{nameOf(payer)}</NameLink>
      ),
    },
    {
      head: 'To',
      cell: ({ payee, payee_id: id }) => (
        <NameLink to={adminUserPath(id)}>{nameOf(payee)}</NameLink>
      ),
    },
    {
      head: 'For',
      cell: (payment) =>
        payment.job_id ? (
          <Link to={jobPath('admin', payment.job_id)}>
            <bdi>{purposeOf(payment)}</bdi>
          </Link>
        ) : (
          purposeOf(payment)
        ),
    },
    { head: 'Status', cell: (payment) => <StatusCell payment={payment} /> },
    {
      head: 'Amount',
      cell: ({ amount }) => <MoneyText amount={amount} />,
      sort: 'amount',
      isFigure: true,
    },
    { head: 'Created', cell: ({ created_at: at }) => <Time at={at} />, sort: 'created_at' },
    { head: 'Reference', cell: ({ reference }) => <bdi>{reference ?? '–'}</bdi> },
    {
      head: 'Actions',
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

/** Shows the status with the date of the refund or the payment. */
function StatusCell({ payment }: { payment: AdminPayment }) {
  const { status, paid_at: paidAt, refunded_at: refundedAt } = payment
  const since = refundedAt ?? paidAt
  return (
    <>
      <PaymentChip status={status} /> {since ? <Time at={since} /> : null}
    </>
  )
}
