import { CreditCard } from 'lucide-react'
import { Suspense } from 'react'
import { useListState } from '#lib/list-state.ts'
import { everyOtherSecond, useLive } from '#lib/live/use-live.ts'
import { mostFound } from '#lib/search.ts'
import { NothingYet } from '#ui/empty.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { PlainDialog } from '#ui/plain-dialog.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { useDialog } from '#ui/use-dialog.ts'
import {
  type EveryPayment,
  everyPaymentFile,
  everyPaymentSize,
  useEveryPayment,
} from './every-payment.ts'
import { everyPaymentColumns } from './every-payment-columns.tsx'

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

const nothing = (
  <NothingYet icon={CreditCard} title="No payments yet.">
    A payment is born when a job is finished, and when a consultation with a fee is booked.
  </NothingYet>
)

const tables = [{ table: 'payments' }] as const
const keys = [['payments', 'every']]

const Refund = lazyPart(() => import('../refund/refund-dialog.tsx'), PlainDialog)

/** What is owed, was paid and was given back between others. */
export function EveryPaymentList({ jobAt }: Props) {
  const list = useListState({
    filters: ['q', 'status'],
    known: { status: statuses.map(({ value }) => value) },
    sorts: ['created_at', 'amount'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useEveryPayment(list)
  const refund = useDialog<EveryPayment>()
  useLive({ tables, keys, atMostEvery: everyOtherSecond })
  return (
    <>
      <Listing
        label="Payments"
        query={query}
        list={list}
        size={everyPaymentSize}
        found={{ one: 'payment', most: list.filters['q'] ? mostFound : undefined }}
        search={{ name: 'q', label: 'Search by name, job, reference or id...' }}
        choices={[{ name: 'status', label: 'Status', options: statuses }]}
        sorts={sorts}
        loading="Loading payments..."
        failed="Failed to load payments."
        nothing={nothing}
        noMatch="No payments found."
        file={everyPaymentFile(list)}
      >
        {({ rows, view }) => (
          <DataTable
            caption="Payments"
            columns={everyPaymentColumns({ jobAt, onRefund: refund.open })}
            rows={rows}
            keyOf={({ id }) => id}
            list={list}
            view={view}
          />
        )}
      </Listing>
      <Suspense>
        {refund.subject ? (
          <Refund
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
