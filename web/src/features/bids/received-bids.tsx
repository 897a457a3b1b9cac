import { Gavel } from 'lucide-react'
import { Link } from 'react-router'
import { compareToBudget, nameOf } from '#lib/format.ts'
import { jobBidsPath } from '#lib/job-paths.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { type Choice, FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { BidChip } from './bid-chip.tsx'
import { type ReceivedBid, receivedBidsPageSize, useReceivedBids } from './bids.queries.ts'

interface Props {
  userId: string
}

const choices: Choice[] = [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: '', label: 'Any status' },
      { value: 'pending', label: 'Pending' },
      { value: 'accepted', label: 'Accepted' },
      { value: 'rejected', label: 'Rejected' },
      { value: 'withdrawn', label: 'Withdrawn' },
    ],
  },
]

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'amount', descending: false, label: 'Lowest amount' },
  { by: 'amount', descending: true, label: 'Highest amount' },
]

const emptyState = (
  <NothingYet icon={Gavel} title="No bids yet.">
    Bids on your jobs appear here.
  </NothingYet>
)

const columns: Column<ReceivedBid>[] = [
  { head: 'Contractor', cell: ({ contractor }) => <bdi>{nameOf(contractor)}</bdi> },
  {
    head: 'Job',
    cell: ({ job, job_id: id }) => (
      <Link to={jobBidsPath(id)}>
        <bdi>{job.title}</bdi>
      </Link>
    ),
  },
  { head: 'Status', cell: ({ status }) => <BidChip status={status} /> },
  { head: 'When', cell: ({ created_at: at }) => <Time at={at} />, sort: 'created_at' },
  {
    head: 'Against budget',
    cell: ({ amount, job }) => compareToBudget(amount, job.budget),
    isFigure: true,
  },
  {
    head: 'Amount',
    cell: ({ amount }) => <MoneyText amount={amount} />,
    sort: 'amount',
    isFigure: true,
  },
]

/** Shows the bids on all jobs of a facility in one table. */
export function ReceivedBids({ userId }: Props) {
  const list = useListState({
    filters: ['q', 'status'],
    sorts: ['amount', 'created_at'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useReceivedBids(userId, list)
  return (
    <Section title="Bids" isWholePage>
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'bid' }}
        search={{ name: 'q', label: 'Search by job...' }}
        choices={choices}
        sorts={sorts}
      />
      <Paged
        query={query}
        list={list}
        size={receivedBidsPageSize}
        loading="Loading bids..."
        failed="Failed to load bids."
        nothing={emptyState}
        noMatch="No bids found."
      >
        {({ rows }) => (
          <DataTable
            caption="Bids on your jobs"
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
