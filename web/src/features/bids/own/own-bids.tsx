import { useQuery } from '@tanstack/react-query'
import { Gavel } from 'lucide-react'
import { useListState } from '#lib/list-state.ts'
import { countedTabs, tabIn } from '#lib/list-tabs.ts'
import { NothingYet } from '#ui/empty.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { TabsFilter } from '#ui/table/tabs-filter.tsx'
import { bidCounts } from './bid-counts.ts'
import { type BidActions, BidRow } from './bid-row.tsx'
import { bidTabs } from './bid-tabs.ts'
import { pageSize, useMyBids } from './my-bids.ts'

interface Props extends BidActions {
  userId: string
}

const nothing = (
  <NothingYet icon={Gavel} title="No bids yet.">
    Choose one of the available jobs, and say what you would do it for.
  </NothingYet>
)

/** "Your Bids": how each stands, who moves next, and what can be done. */
export function OwnBids({ userId, ...actions }: Props) {
  const list = useListState({
    prefix: 'bids',
    filters: ['tab'],
    known: { tab: bidTabs.map(({ value }) => value) },
    sorts: [],
    sort: { by: 'created_at', descending: true },
  })
  const { data: counts } = useQuery(bidCounts(userId))
  const { label } = tabIn(bidTabs, list.filters['tab'])
  return (
    <Section title="Your Bids" anchor="your-bids" isFlush>
      <TabsFilter
        list={list}
        name="tab"
        label="Your bids by status"
        tabs={countedTabs(bidTabs, counts)}
      />
      <Paged
        query={useMyBids(userId, list)}
        list={list}
        size={pageSize}
        loading="Loading bids..."
        failed="Your bids could not be loaded."
        nothing={nothing}
        noMatch={`None of your bids is ${label.toLowerCase()}.`}
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
