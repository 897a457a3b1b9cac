import { CreditCard } from 'lucide-react'
import { useListState } from '../../../lib/list-state.ts'
import { NothingYet } from '../../../ui/empty.tsx'
import { Section } from '../../../ui/section.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { Paged } from '../../../ui/table/paged.tsx'
import { TabsFilter } from '../../../ui/table/tabs-filter.tsx'
import { type MyPayment, paymentsSize, useMyPayments } from './my-payments.ts'
import { paymentColumns } from './payment-columns.tsx'

interface Props {
  userId: string
  onRecord: (payment: MyPayment) => void
}

const tabs = [
  { value: '', label: 'Due' },
  { value: 'past', label: 'Past' },
]

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'amount', descending: true, label: 'Highest amount' },
]

const nothing = (
  <NothingYet icon={CreditCard} title="No payments due.">
    A payment is due when a job is finished, and when a consultation with a fee is booked.
  </NothingYet>
)

export default function MyPaymentsSection({ userId, onRecord }: Props) {
  const list = useListState({
    prefix: 'payments',
    filters: ['state'],
    sorts: ['created_at', 'amount'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useMyPayments(userId, list)
  return (
    <Section title="Your Payments" isFlush>
      <TabsFilter list={list} name="state" label="Which payments" tabs={tabs} />
      <FilterBar list={list} found={{ total: query.data?.total, one: 'payment' }} sorts={sorts} />
      <Paged
        query={query}
        list={list}
        size={paymentsSize}
        loading="Loading your payments..."
        failed="Failed to load your payments."
        nothing={nothing}
        noMatch="No payments found."
      >
        {({ rows }) => (
          <DataTable
            caption="Your payments"
            columns={paymentColumns(onRecord)}
            rows={rows}
            keyOf={({ id }) => id}
            list={list}
          />
        )}
      </Paged>
    </Section>
  )
}
