import { CircleCheck, Clock, Gavel } from 'lucide-react'
import { usePage } from '#lib/lists/list-page.ts'
import { type ListState, useListState } from '#lib/lists/list-state.ts'
import { Chip } from '#ui/badge.tsx'
import { Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { type Choice, FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { TabsFilter } from '#ui/tabs.tsx'
import { MoneyText } from '#ui/text.tsx'

interface Bid {
  id: string
  contractor: string
  status: string
  amount: number
}

const size = 5
const names = ['Peak Air Services', 'Front Range Mechanical', 'Alpine Comfort Co.', 'X'.repeat(200)]
const bids: Bid[] = Array.from({ length: 42 }, (_, index) => ({
  id: String(index),
  contractor: names[index % names.length] ?? '',
  status: index % 3 === 0 ? 'Accepted' : 'Pending',
  amount: 250 + ((index * 7919) % 9000),
}))

const choices: Choice[] = [
  {
    name: 'status',
    label: 'Status',
    options: ['', 'Pending', 'Accepted'].map((value) => ({ value, label: value || 'Any status' })),
  },
]

const sorts = [
  { by: 'amount', descending: true, label: 'Highest amount' },
  { by: 'amount', descending: false, label: 'Lowest amount' },
  { by: 'contractor', descending: false, label: 'Contractor' },
]

const columns: Column<Bid>[] = [
  { head: 'Contractor', cell: ({ contractor }) => contractor, sort: 'contractor' },
  { head: 'Status', cell: ({ status }) => <StatusChip status={status} /> },
  {
    head: 'Amount',
    cell: ({ amount }) => <MoneyText amount={amount} />,
    sort: 'amount',
    isFigure: true,
  },
]

const countOf = (status: string) => bids.filter((bid) => !status || bid.status === status).length

export function Lists() {
  const list = useListState({
    prefix: 'bids',
    filters: ['q', 'status'],
    sorts: ['contractor', 'amount'],
    sort: { by: 'amount', descending: true },
  })
  const query = usePage({
    key: ['gallery', 'bids'],
    list,
    size,
    ask: (from, to) => ask(list, from, to),
  })
  return (
    <Section title="All Job Bids" isFlush>
      <TabsFilter
        list={list}
        name="status"
        label="Bids by status"
        tabs={['', 'Pending', 'Accepted'].map((value) => ({
          value,
          label: value || 'All',
          count: countOf(value),
        }))}
      />
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'bid' }}
        search={{ name: 'q', label: 'Search by contractor...' }}
        choices={choices}
        sorts={sorts}
      />
      <Paged
        query={query}
        list={list}
        size={size}
        loading="Loading bids..."
        failed="Failed to load bids."
        nothing={<NothingYet icon={Gavel} title="No bids yet." />}
        noMatch="No bids found."
      >
        {({ rows }) => (
          <DataTable
            caption="Bids"
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

function StatusChip({ status }: { status: string }) {
  const isAccepted = status === 'Accepted'
  return (
    <Chip icon={isAccepted ? CircleCheck : Clock} tone={isAccepted ? 'green' : 'amber'}>
      {status}
    </Chip>
  )
}

/** Simulates a server that filters and sorts the bids after a delay. */
async function ask(list: ListState, from: number, to: number) {
  await new Promise((resolve) => setTimeout(resolve, 400))
  const found = find(list)
  return { data: found.slice(from, to + 1), error: null, count: found.length, status: 206 }
}

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
