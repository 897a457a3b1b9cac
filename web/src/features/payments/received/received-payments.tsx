import { Wallet } from 'lucide-react'
import { money } from '../../../lib/format/money.ts'
import { nameOf } from '../../../lib/format/name.ts'
import { useListState } from '../../../lib/list-state.ts'
import { NothingYet } from '../../../ui/empty.tsx'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { Paged } from '../../../ui/table/paged.tsx'
import { Time } from '../../../ui/time.tsx'
import { PaymentChip } from '../payment-chip.tsx'
import { pageSize, type ReceivedPayment, useMyPayments } from './my-payments.ts'

interface Props {
  userId: string
  /** In all, where it is known. */
  sums: { due: number; paid: number } | undefined
  /** How one comes about. */
  hint: string
}

const statuses = [
  { value: '', label: 'All payments' },
  { value: 'pending', label: 'Due' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'void', label: 'Void' },
]

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'amount', descending: true, label: 'Highest amount' },
]

/** Payments to the person who looks: for which job, from whom, and how they stand. */
export function ReceivedPayments({ userId, sums, hint }: Props) {
  const list = useListState({
    prefix: 'payments',
    filters: ['status'],
    known: { status: statuses.map(({ value }) => value) },
    sorts: ['created_at', 'amount'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useMyPayments(userId, list)
  return (
    <Section
      title="Payments"
      anchor="payments"
      actions={sums ? <p>{`${money(sums.due)} due, ${money(sums.paid)} paid`}</p> : null}
      isFlush
    >
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'payment' }}
        choices={[{ name: 'status', label: 'Status', options: statuses }]}
        sorts={sorts}
      />
      <Paged
        query={query}
        list={list}
        size={pageSize}
        loading="Loading payments..."
        failed="Payments could not be loaded."
        nothing={
          <NothingYet icon={Wallet} title="No payments yet.">
            {hint}
          </NothingYet>
        }
        noMatch="No payments match."
        pagesLabel="Pages of payments"
      >
        {({ rows }) => (
          <DataTable
            caption="Payments to you"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            list={list}
          />
        )}
      </Paged>
    </Section>
  )
}

const columns: Column<ReceivedPayment>[] = [
  { head: 'For', cell: ({ job }) => <bdi>{job?.title ?? 'Consultation'}</bdi> },
  { head: 'From', cell: ({ payer }) => <bdi>{nameOf(payer)}</bdi> },
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
function Moments({
  status,
  created_at: bornAt,
  paid_at: paidAt,
  refunded_at: refundedAt,
}: ReceivedPayment) {
  if (refundedAt)
    return (
      <>
        refunded <Time at={refundedAt} />
      </>
    )
  if (paidAt)
    return (
      <>
        paid <Time at={paidAt} />
      </>
    )
  return (
    <>
      {status === 'void' ? 'made' : 'due since'} <Time at={bornAt} />
    </>
  )
}
