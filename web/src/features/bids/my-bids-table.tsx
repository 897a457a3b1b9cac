import { useQuery } from '@tanstack/react-query'
import { Gavel } from 'lucide-react'
import { Link } from 'react-router'
import { compareToBudget, nameOf } from '#lib/format.ts'
import { jobPath } from '#lib/job-paths.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { activeTab, tabsWithCounts } from '#lib/lists/list-tabs.ts'
import { Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { TabsFilter } from '#ui/tabs.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { BidChip } from './bid-chip.tsx'
import { describeNextStep } from './my-bid-row.tsx'
import { type MyBid, myBidCounts, myBidTabs, useMyBids } from './my-bids.queries.ts'

const pageSize = 25

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'amount', descending: true, label: 'Highest amount' },
  { by: 'amount', descending: false, label: 'Lowest amount' },
]

const emptyState = (
  <NothingYet icon={Gavel} title="No bids yet.">
    Choose an available job and place your first bid.
  </NothingYet>
)

/** Shows all bids of a contractor in one table. */
export function MyBidsTable({ userId }: { userId: string }) {
  const list = useListState({
    filters: ['tab', 'q'],
    known: { tab: myBidTabs.map(({ value }) => value) },
    sorts: ['amount', 'created_at'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useMyBids(userId, list, pageSize)
  const { data: counts } = useQuery(myBidCounts(userId))
  const { label } = activeTab(myBidTabs, list.filters['tab'])
  return (
    <Section title="Bids" isWholePage>
      <TabsFilter
        list={list}
        name="tab"
        label="Your bids by status"
        tabs={tabsWithCounts(myBidTabs, counts)}
      />
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'bid' }}
        search={{ name: 'q', label: 'Search by job...' }}
        sorts={sorts}
      />
      <Paged
        query={query}
        list={list}
        size={pageSize}
        loading="Loading bids..."
        failed="Failed to load your bids."
        nothing={emptyState}
        noMatch={list.filters['q'] ? 'No bids found.' : `No ${label.toLowerCase()} bids.`}
      >
        {({ rows, view }) => (
          <DataTable
            caption="Your bids"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            list={list}
            view={view}
          />
        )}
      </Paged>
    </Section>
  )
}

const columns: Column<MyBid>[] = [
  {
    head: 'Job',
    cell: ({ job }) => (
      <Link to={jobPath('contractor', job.id)}>
        <bdi>{job.title}</bdi>
      </Link>
    ),
  },
  { head: 'Facility', cell: ({ job }) => <bdi>{nameOf(job.facility)}</bdi> },
  { head: 'Status', isShort: true, cell: ({ status }) => <BidChip status={status} /> },
  { head: 'Next step', cell: (bid) => describeNextStep(bid) },
  {
    head: 'Placed',
    sort: 'created_at',
    isShort: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
  {
    head: 'Against budget',
    isFigure: true,
    cell: ({ amount, job }) => compareToBudget(amount, job.budget),
  },
  {
    head: 'Amount',
    sort: 'amount',
    isFigure: true,
    cell: ({ amount }) => <MoneyText amount={amount} />,
  },
]
