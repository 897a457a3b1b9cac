import { Gavel } from 'lucide-react'
import { useListState } from '../../../lib/list-state.ts'
import { NothingYet } from '../../../ui/empty.tsx'
import { RowList } from '../../../ui/rows/row-list.tsx'
import { Section } from '../../../ui/section.tsx'
import { Paged } from '../../../ui/table/paged.tsx'
import { TabsFilter } from '../../../ui/table/tabs-filter.tsx'
import { type BidActions, BidRow } from './bid-row.tsx'
import { pageSize, useMyBids } from './my-bids.ts'
import { type BidTab, bidTabIn, bidTabs } from './tabs.ts'

interface Props extends BidActions {
  userId: string
  /** How many bids stand where, once that is known. */
  counts: Record<BidTab, number> | undefined
}

const labels: Record<BidTab, string> = {
  all: 'All',
  pending: 'Pending',
  won: 'Won',
  finished: 'Finished',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

const nothing = (
  <NothingYet icon={Gavel} title="No bids yet.">
    Choose one of the available jobs, and say what you would do it for.
  </NothingYet>
)

/** "Your Bids": how each stands, who moves next, and what can be done. */
export function OwnBids({ userId, counts, ...actions }: Props) {
  const list = useListState({
    prefix: 'bids',
    filters: ['tab'],
    known: { tab: bidTabs.filter((value) => value !== 'all') },
    sorts: [],
    sort: { by: 'created_at', descending: true },
  })
  const tab = bidTabIn(list.filters['tab'])
  return (
    <Section title="Your Bids" anchor="your-bids" isFlush>
      <TabsFilter
        list={list}
        name="tab"
        label="Your bids by status"
        tabs={bidTabs.map((value) => ({
          value: value === 'all' ? '' : value,
          label: labels[value],
          count: counts?.[value],
        }))}
      />
      <Paged
        query={useMyBids(userId, list)}
        list={list}
        size={pageSize}
        loading="Loading bids..."
        failed="Your bids could not be loaded."
        nothing={nothing}
        noMatch={`None of your bids is ${labels[tab].toLowerCase()}.`}
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
