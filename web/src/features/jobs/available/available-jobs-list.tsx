import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useListState } from '#lib/list-state.ts'
import { NothingYet } from '#ui/empty.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Section } from '#ui/section.tsx'
import { type Choice, FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { categories } from '../categories.ts'
import { usePhotosOf } from '../photos/use-photos-of.ts'
import { type AvailableJob, pageSize, useAvailableJobs } from './available-jobs.ts'
import { budgetRanges } from './budget-ranges.ts'
import { JobRow } from './job-row.tsx'

interface Props {
  onBid: (job: AvailableJob) => void
}

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'budget', descending: true, label: 'Highest budget' },
  { by: 'budget', descending: false, label: 'Lowest budget' },
]

const nothing = (
  <NothingYet icon={Search} title="No available jobs right now.">
    A new one appears here as soon as a facility posts it.
  </NothingYet>
)

/** "Available Jobs", newest first. */
export function AvailableJobs({ onBid }: Props) {
  const list = useListState({
    prefix: 'jobs',
    filters: ['search', 'category', 'budget'],
    known: { budget: budgetRanges.map(({ value }) => value) },
    sorts: ['created_at', 'budget'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useAvailableJobs(list)
  const photosOf = usePhotosOf(query.data?.rows ?? [])
  return (
    <Section title="Available Jobs" anchor="available-jobs" isFlush>
      <FilterBar
        list={list}
        found={{ total: query.data?.total, hasMore: query.data?.hasMore, one: 'job' }}
        search={{ name: 'search', label: 'Search by title, text or place...' }}
        choices={useChoices()}
        sorts={sorts}
        isHeadless
      />
      <Paged
        query={query}
        list={list}
        size={pageSize}
        loading="Loading jobs..."
        failed="Available jobs could not be loaded."
        nothing={nothing}
        noMatch="No jobs match."
        pagesLabel="Pages of available jobs"
      >
        {({ rows, view }) => (
          <RowList label="Available jobs" rows={rows} keyOf={({ id }) => id} view={view}>
            {(job) => <JobRow job={job} photos={photosOf(job.id)} onBid={onBid} />}
          </RowList>
        )}
      </Paged>
    </Section>
  )
}

function useChoices(): Choice[] {
  const { data: names = [] } = useQuery(categories)
  const kinds = names.map((name) => ({ value: name, label: name }))
  return [
    {
      name: 'category',
      label: 'Category',
      options: [{ value: '', label: 'All categories' }, ...kinds],
    },
    { name: 'budget', label: 'Budget', options: budgetRanges },
  ]
}
