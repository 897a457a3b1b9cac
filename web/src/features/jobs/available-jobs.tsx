import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleX, Clock, type LucideIcon, Search, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { formatCount } from '#lib/format.ts'
import { jobPath } from '#lib/job-paths.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { Chip } from '#ui/badge.tsx'
import { Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { type Choice, FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { FoldedText, MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import styles from './available-jobs.module.css'
import {
  type AvailableJob,
  availableJobsPageSize,
  budgetRanges,
  useAvailableJobs,
} from './available-jobs.queries.ts'
import { useJobPhotos } from './job-photo-urls.ts'
import { JobThumbnail } from './job-thumbnail.tsx'
import { dashboardCategories } from './jobs.queries.ts'

interface Props {
  onBid: (job: AvailableJob) => void
}

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'budget', descending: true, label: 'Highest budget' },
  { by: 'budget', descending: false, label: 'Lowest budget' },
]

const emptyState = (
  <NothingYet icon={Search} title="No available jobs right now.">
    New jobs appear here as soon as facilities post them.
  </NothingYet>
)

export function AvailableJobs({ onBid }: Props) {
  const list = useListState({
    prefix: 'jobs',
    filters: ['search', 'category', 'budget'],
    known: { budget: budgetRanges.map(({ value }) => value) },
    sorts: ['created_at', 'budget'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useAvailableJobs(list)
  const photosOf = useJobPhotos(query.data?.rows ?? [])
  return (
    <Section title="Available Jobs" anchor="available-jobs" isFlush>
      <FilterBar
        list={list}
        found={{ total: query.data?.total, hasMore: query.data?.hasMore, one: 'job' }}
        search={{ name: 'search', label: 'Search by title, description, location or category...' }}
        choices={useChoices()}
        sorts={sorts}
        isHeadless
      />
      <Paged
        query={query}
        list={list}
        size={availableJobsPageSize}
        loading="Loading jobs..."
        failed="Failed to load available jobs."
        nothing={emptyState}
        noMatch="No jobs match."
        pagesLabel="Pages of available jobs"
      >
        {({ rows, view }) => (
          <RowList label="Available jobs" rows={rows} keyOf={({ id }) => id} view={view}>
            {(job) => <AvailableJobRow job={job} photos={photosOf(job)} onBid={onBid} />}
          </RowList>
        )}
      </Paged>
    </Section>
  )
}

function useChoices(): Choice[] {
  const { data: names = [] } = useQuery(dashboardCategories)
  const options = names.map((name) => ({ value: name, label: name }))
  return [
    {
      name: 'category',
      label: 'Category',
      options: [{ value: '', label: 'All categories' }, ...options],
    },
    { name: 'budget', label: 'Budget', options: budgetRanges },
  ]
}

interface AvailableJobRowProps {
  job: AvailableJob
  photos: string[]
  onBid: (job: AvailableJob) => void
}

function AvailableJobRow({ job, photos, onBid }: AvailableJobRowProps) {
  return (
    <div className={styles.job}>
      <JobThumbnail job={job} photos={photos} isLarge />
      <div className={styles.words}>
        <h3 className={styles.title} dir="auto">
          <Link to={jobPath('contractor', job.id)}>{job.title}</Link>
        </h3>
        <p className={styles.facts}>
          <bdi>{job.facility_name}</bdi>
          {job.location ? <bdi>{job.location}</bdi> : null}
          <span>{job.category}</span>
          <Time at={job.created_at} />
          <span>{job.bid_count === 0 ? 'no bids yet' : formatCount(job.bid_count, 'bid')}</span>
        </p>
        <FoldedText>{job.description}</FoldedText>
      </div>
      <div className={styles.side}>
        <span>
          <span className={styles.label}>Budget</span> <MoneyText amount={job.budget} />
        </span>
        {job.my_bid_status ? <MyBidChip status={job.my_bid_status} /> : null}
        {job.can_bid ? (
          <Button
            size="sm"
            variant="light"
            aria-label={`Place Bid: ${job.title}`}
            onClick={() => onBid(job)}
          >
            Place Bid
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const styleByStatus: Record<
  string,
  { icon: LucideIcon; tone: 'blue' | 'plain' | 'red'; text: string }
> = {
  pending: { icon: Clock, tone: 'blue', text: 'Your bid is pending' },
  rejected: { icon: CircleX, tone: 'red', text: 'Your bid was rejected' },
  withdrawn: { icon: Undo2, tone: 'plain', text: 'You withdrew your bid' },
}

/** Shows the status of the contractor's latest bid on the job. */
function MyBidChip({ status }: { status: string }) {
  const style = styleByStatus[status]
  return style ? (
    <Chip icon={style.icon} tone={style.tone}>
      {style.text}
    </Chip>
  ) : null
}
