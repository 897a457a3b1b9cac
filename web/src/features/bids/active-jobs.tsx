import { Button } from '@mantine/core'
import { HardHat } from 'lucide-react'
import { Link } from 'react-router'
import { useListState } from '#lib/lists/list-state.ts'
import { Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { type BidActions, BidRow } from './my-bid-row.tsx'
import { activeJobsPageSize, useActiveJobs } from './my-bids.queries.ts'

interface Props extends BidActions {
  userId: string
}

const emptyState = (
  <NothingYet
    icon={HardHat}
    title="No active jobs."
    action={
      <Button component={Link} to="/contractor/jobs">
        Find work
      </Button>
    }
  >
    A job appears here when a facility accepts your bid.
  </NothingYet>
)

/** Lists the jobs that a contractor won and has not finished. */
export function ActiveJobs({ userId, ...actions }: Props) {
  const list = useListState({
    filters: ['q'],
    sorts: ['created_at'],
    sort: { by: 'created_at', descending: false },
  })
  const query = useActiveJobs(userId, list)
  return (
    <Section title="Active jobs" isWholePage>
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'job' }}
        search={{ name: 'q', label: 'Search by job...' }}
        isHeadless
      />
      <Paged
        query={query}
        list={list}
        size={activeJobsPageSize}
        loading="Loading your active jobs..."
        failed="Failed to load your active jobs."
        nothing={emptyState}
        noMatch="No jobs found."
      >
        {({ rows, view }) => (
          <RowList label="Active jobs" rows={rows} keyOf={({ id }) => id} view={view}>
            {(bid) => <BidRow bid={bid} {...actions} />}
          </RowList>
        )}
      </Paged>
    </Section>
  )
}
