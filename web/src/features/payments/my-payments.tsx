import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { useListState } from '#lib/lists/list-state.ts'
import { activeTab, type ListTab, tabsWithCounts } from '#lib/lists/list-tabs.ts'
import { Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { TabsFilter } from '#ui/tabs.tsx'
import { payeeColumn, paymentColumns } from './payment-columns.tsx'
import { type Payment, paymentsPageSize, usePayments } from './payments.queries.ts'

interface Props {
  userId: string
  onRecord: (payment: Payment) => void
}

const tabs: readonly [ListTab, ...ListTab[]] = [
  { value: '', label: 'Due', conditions: [['status', 'eq', 'pending']] },
  { value: 'past', label: 'Past', conditions: [['status', 'neq', 'pending']] },
]

const sorts = [
  { by: 'status_at', descending: true, label: 'Newest first' },
  { by: 'amount', descending: true, label: 'Highest amount' },
]

const emptyState = (
  <NothingYet icon={CreditCard} title="No payments due.">
    Payments appear here when a job is finished or a paid consultation is booked.
  </NothingYet>
)

/** Lists the payments whose payer is this facility. */
export function MyPayments({ userId, onRecord }: Props) {
  const list = useListState({
    filters: ['state'],
    sorts: ['status_at', 'amount'],
    sort: { by: 'status_at', descending: true },
  })
  const { conditions } = activeTab(tabs, list.filters['state'])
  const query = usePayments({ userId, side: 'payer_id', list, conditions })
  return (
    <Section title="Your Payments" isWholePage>
      <TabsFilter
        list={list}
        name="state"
        label="Payments by status"
        tabs={tabsWithCounts(tabs, undefined)}
      />
      <FilterBar list={list} found={{ total: query.data?.total, one: 'payment' }} sorts={sorts} />
      <Paged
        query={query}
        list={list}
        size={paymentsPageSize}
        loading="Loading your payments..."
        failed="Failed to load your payments."
        nothing={emptyState}
        noMatch="No payments found."
      >
        {({ rows }) => (
          <DataTable
            caption="Your payments"
            columns={columnsWith(onRecord)}
            rows={rows}
            keyOf={({ id }) => id}
            list={list}
          />
        )}
      </Paged>
    </Section>
  )
}

function columnsWith(onRecord: Props['onRecord']): Column<Payment>[] {
  return [
    payeeColumn,
    ...paymentColumns,
    {
      head: 'Action',
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
