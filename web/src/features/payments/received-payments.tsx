import { Wallet } from 'lucide-react'
import { formatMoney } from '#lib/format.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { payerColumn, paymentColumns } from './payment-columns.tsx'
import { paymentsPageSize, usePayments } from './payments.queries.ts'

interface Props {
  userId: string
  /** The sums are undefined until they are loaded. */
  sums: { due: number; paid: number } | undefined
  /** The text in an empty list, which explains what creates a payment. */
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
  { by: 'status_at', descending: true, label: 'Newest first' },
  { by: 'amount', descending: true, label: 'Highest amount' },
]

export function ReceivedPayments({ userId, sums, hint }: Props) {
  const list = useListState({
    prefix: 'payments',
    filters: ['status'],
    known: { status: statuses.map(({ value }) => value) },
    sorts: ['status_at', 'amount'],
    sort: { by: 'status_at', descending: true },
  })
  const status = list.filters['status']
  const query = usePayments({
    userId,
    side: 'payee_id',
    list,
    conditions: status ? [['status', 'eq', status]] : [],
  })
  return (
    <Section
      title="Payments"
      anchor="payments"
      actions={
        sums ? <p>{`${formatMoney(sums.due)} due, ${formatMoney(sums.paid)} paid`}</p> : null
      }
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
        size={paymentsPageSize}
        loading="Loading payments..."
        failed="Failed to load payments."
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

const columns = [payerColumn, ...paymentColumns]
