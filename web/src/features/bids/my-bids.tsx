import { useQuery } from '@tanstack/react-query'
import { Gavel } from 'lucide-react'
import { useListState } from '#lib/lists/list-state.ts'
import { activeTab, tabsWithCounts } from '#lib/lists/list-tabs.ts'
import { Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { TabsFilter } from '#ui/tabs.tsx'
import { type BidActions, BidRow } from './my-bid-row.tsx'
import { myBidCounts, myBidsPageSize, myBidTabs, useMyBids } from './my-bids.queries.ts'

interface Props extends BidActions {
  userId: string
}

const emptyState = (
  <NothingYet icon={Gavel} title="No bids yet.">
    Choose an available job and place your first bid.
  </NothingYet>
)

export function MyBids({ userId, ...actions }: Props) {
  const list = useListState({
    prefix: 'bids',
    filters: ['tab'],
    known: { tab: myBidTabs.map(({ value }) => value) },
    sorts: [],
    sort: { by: 'created_at', descending: true },
  })
  const { data: counts } = useQuery(myBidCounts(userId))
  const { label } = activeTab(myBidTabs, list.filters['tab'])
  return (
    <Section title="Your Bids" anchor="your-bids" isFlush>
      <TabsFilter
        list={list}
        name="tab"
        label="Your bids by status"
        tabs={tabsWithCounts(myBidTabs, counts)}
      />
      <Paged
        query={useMyBids(userId, list, myBidsPageSize)}
        list={list}
        size={myBidsPageSize}
        loading="Loading bids..."
        failed="Failed to load your bids."
        nothing={emptyState}
        noMatch={`No ${label.toLowerCase()} bids.`}
        pagesLabel="Pages of your bids"
      >
        {({ rows, view }) => (
          <RowList label="Your bids" rows={rows} keyOf={({ id }) => id} view={view}>
            {(bid) => <BidRow bid={bid} {...actions} />}
          </RowList>
        )}
      </Paged>
    </Section>
  )
}
