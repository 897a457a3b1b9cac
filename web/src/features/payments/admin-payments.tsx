import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { nameOf } from '#lib/format.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { searchLimit } from '#lib/lists/search.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { MoneyText, NamedWithId } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import {
  type AdminPayment,
  adminPaymentsCsv,
  adminPaymentsPageSize,
  useAdminPayments,
} from './admin-payments.queries.ts'
import { PaymentChip } from './payment-columns.tsx'
import { purposeOf } from './payments.queries.ts'

interface Props {
  jobAt: (jobId: string) => string
}

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'pending', label: 'Due' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'void', label: 'Void' },
]

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'amount', descending: true, label: 'Highest amount' },
  { by: 'amount', descending: false, label: 'Lowest amount' },
]

const emptyState = (
  <NothingYet icon={CreditCard} title="No payments yet.">
    Payments for finished jobs and paid consultations appear here.
  </NothingYet>
)

const tables = [{ table: 'payments' }] as const
const keys = [['payments', 'every']]

const RefundPaymentDialog = lazyPart(() => import('./refund-payment-dialog.tsx'), PlainDialog)

/** The admin list of all payments. */
export function AdminPaymentList({ jobAt }: Props) {
  const list = useListState({
    filters: ['q', 'status'],
    known: { status: statuses.map(({ value }) => value) },
    sorts: ['created_at', 'amount'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useAdminPayments(list)
  const refund = useDialog<AdminPayment>()
  useLive({ tables, keys, minIntervalMs: busyListIntervalMs })
  return (
    <>
      <Listing
        label="Payments"
        query={query}
        list={list}
        size={adminPaymentsPageSize}
        found={{ one: 'payment', maxRows: list.filters['q'] ? searchLimit : undefined }}
        search={{ name: 'q', label: 'Search by name, job, reference or id...' }}
        choices={[{ name: 'status', label: 'Status', options: statuses }]}
        sorts={sorts}
        loading="Loading payments..."
        failed="Failed to load payments."
        nothing={emptyState}
        noMatch="No payments found."
        file={adminPaymentsCsv(list)}
      >
        {({ rows, view }) => (
          <DataTable
            caption="Payments"
            columns={columnsWith({ jobAt, onRefund: refund.open })}
            rows={rows}
            keyOf={({ id }) => id}
            list={list}
            view={view}
          />
        )}
      </Listing>
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

interface ColumnActions {
  jobAt: (jobId: string) => string
  onRefund: (payment: AdminPayment) => void
}

function columnsWith({ jobAt, onRefund }: ColumnActions): Column<AdminPayment>[] {
  return [
    {
      head: 'From',
      cell: ({ payer, payer_id: id }) => (
        <NamedWithId isStacked id={id}>
          {nameOf(payer)}
        </NamedWithId>
      ),
    },
    {
      head: 'To',
      cell: ({ payee, payee_id: id }) => (
        <NamedWithId isStacked id={id}>
          {nameOf(payee)}
        </NamedWithId>
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

/** The status, and the date when it was paid or refunded. */
function StatusCell({ payment }: { payment: AdminPayment }) {
  const { status, paid_at: paidAt, refunded_at: refundedAt } = payment
  const since = refundedAt ?? paidAt
  return (
    <>
      <PaymentChip status={status} /> {since ? <Time at={since} /> : null}
    </>
  )
}
