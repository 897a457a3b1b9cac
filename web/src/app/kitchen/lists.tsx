import { CircleCheck, Clock } from 'lucide-react'
import { rangeOf, type ListState, useListState } from '../../lib/list-state.ts'
import { Chip } from '../../ui/chip.tsx'
import { NoMatch } from '../../ui/empty.tsx'
import { Money } from '../../ui/money.tsx'
import { Section } from '../../ui/section.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { ChoiceFilter, FilterBar, SearchFilter } from '../../ui/table/filter-bar.tsx'
import { Pager } from '../../ui/table/pager.tsx'

interface Bid {
  id: string
  contractor: string
  status: string
  amount: number
}

const size = 5
const names = ['Peak Air Services', 'Front Range Mechanical', 'Alpine Comfort Co.', 'X'.repeat(200)]
const bids: Bid[] = Array.from({ length: 42 }, (_, place) => ({
  id: String(place),
  contractor: names[place % names.length] ?? '',
  status: place % 3 === 0 ? 'Accepted' : 'Pending',
  amount: 250 + ((place * 7919) % 9000),
}))

const statuses = ['', 'Pending', 'Accepted'].map((value) => ({
  value,
  label: value || 'Any status',
}))

const columns: Column<Bid>[] = [
  { head: 'Contractor', cell: ({ contractor }) => contractor, sort: 'contractor' },
  { head: 'Status', cell: ({ status }) => <StatusChip status={status} /> },
  {
    head: 'Amount',
    cell: ({ amount }) => <Money amount={amount} />,
    sort: 'amount',
    isFigure: true,
  },
]

export function Lists() {
  const list = useListState({
    filters: ['q', 'status'],
    sorts: ['contractor', 'amount'],
    sort: { by: 'amount', descending: true },
  })
  const found = find(list)
  const [from, to] = rangeOf(list.page, size)
  return (
    <Section title="All Job Bids" isFlush>
      <FilterBar list={list}>
        <SearchFilter list={list} name="q" label="Search by contractor..." />
        <ChoiceFilter list={list} name="status" label="Status" options={statuses} />
      </FilterBar>
      {found.length === 0 ? (
        <NoMatch title="No bids found." onClear={list.clear} />
      ) : (
        <>
          <DataTable
            caption="Bids"
            columns={columns}
            rows={found.slice(from, to + 1)}
            keyOf={({ id }) => id}
            list={list}
          />
          <Pager list={list} total={found.length} size={size} />
        </>
      )}
    </Section>
  )
}

function StatusChip({ status }: { status: string }) {
  const isAccepted = status === 'Accepted'
  return (
    <Chip icon={isAccepted ? CircleCheck : Clock} tone={isAccepted ? 'green' : 'amber'}>
      {status}
    </Chip>
  )
}

/** What a server would do. */
function find({ filters: { q = '', status = '' }, sort }: ListState) {
  const matching = bids.filter(
    (bid) =>
      bid.contractor.toLowerCase().includes(q.toLowerCase()) && (!status || bid.status === status),
  )
  const direction = sort.descending ? -1 : 1
  return matching.toSorted((one, other) =>
    sort.by === 'amount'
      ? direction * (one.amount - other.amount)
      : direction * one.contractor.localeCompare(other.contractor),
  )
}
