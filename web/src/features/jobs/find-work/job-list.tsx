import { Button, UnstyledButton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { CircleX, Clock, type LucideIcon, Search, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { formatCount, formatMoney } from '#lib/format.ts'
import type { ListPage } from '#lib/lists/list-page.ts'
import type { ListState } from '#lib/lists/list-state.ts'
import { Chip } from '#ui/badge.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { type AvailableJob, availableJobsPageSize, unknownTown } from '../available-jobs.queries.ts'
import { useJobPhotos } from '../job-photo-urls.ts'
import { JobThumbnail } from '../job-thumbnail.tsx'
import styles from './job-list.module.css'
import { rowId, type Selection } from './selection.ts'
import type { Town } from './towns.queries.ts'

interface Props {
  query: UseQueryResult<ListPage<AvailableJob>>
  list: ListState
  towns: readonly Town[] | undefined
  selection: Selection | undefined
  onPoint: (selection: Selection | undefined) => void
  onBid: (job: AvailableJob) => void
}

const emptyState = (
  <NothingYet icon={Search} title="No available jobs right now.">
    New jobs appear here as soon as facilities post them.
  </NothingYet>
)

export function JobList({ query, list, towns, selection, onPoint, onBid }: Props) {
  const photosOf = useJobPhotos(query.data?.rows ?? [])
  const milesTo = new Map(towns?.map(({ name, miles }) => [name, miles]))
  const isSelected = ({ id, town }: AvailableJob) =>
    selection?.jobId ? selection.jobId === id : (selection?.towns.includes(town) ?? false)
  return (
    <div className={styles.list}>
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
            {(job) => (
              <div
                id={rowId(job.id)}
                className={styles.job}
                data-selected={isSelected(job) || undefined}
                onPointerEnter={() => onPoint({ towns: [job.town], jobId: job.id })}
                onPointerLeave={() => onPoint(undefined)}
                onFocus={() => onPoint({ towns: [job.town], jobId: job.id })}
                onBlur={() => onPoint(undefined)}
              >
                <JobRow
                  job={job}
                  photos={photosOf(job)}
                  miles={milesTo.get(job.town)}
                  onBid={onBid}
                />
              </div>
            )}
          </RowList>
        )}
      </Paged>
      <Unplaced list={list} count={towns?.find(({ name }) => name === '')?.jobs ?? 0} />
    </div>
  )
}

/** Leads to the jobs that a list limited to a place lacks, because their town is unknown. */
function Unplaced({ list, count }: { list: ListState; count: number }) {
  const { within, town } = list.filters
  if (count === 0 || town === unknownTown || !(within || town)) return null
  return (
    <UnstyledButton
      className={styles.unplaced}
      onClick={() => list.filterInstead('within', 'town', unknownTown)}
    >
      {formatCount(count, 'more job')} with an unknown location
    </UnstyledButton>
  )
}

interface RowProps {
  job: AvailableJob
  photos: string[]
  miles: number | null | undefined
  onBid: (job: AvailableJob) => void
}

function JobRow({ job, photos, miles, onBid }: RowProps) {
  return (
    <>
      <JobThumbnail job={job} photos={photos} isLarge />
      <div className={styles.words}>
        <div className={styles.line}>
          <h2 className={styles.title} dir="auto">
            <Link className={styles.link} to={`/contractor/jobs/${job.id}`}>
              {job.title}
            </Link>
          </h2>
          <span className={styles.budget}>
            <MoneyText amount={job.budget} />
          </span>
        </div>
        <p className={styles.facts}>
          <bdi className={styles.facility}>{job.facility_name}</bdi>
          <span className={styles.place}>{describePlace(job, miles)}</span>
        </p>
        <div className={styles.line}>
          <span className={styles.state}>
            <OwnBid job={job} />
            <span>{job.bid_count === 0 ? 'No bids yet' : formatCount(job.bid_count, 'bid')}</span>
            <span className={styles.posted}>
              <Time at={job.created_at} />
            </span>
          </span>
          {job.can_bid ? (
            <Button
              size="compact-md"
              variant="default"
              className={styles.bid}
              aria-label={`Place Bid: ${job.title}`}
              onClick={() => onBid(job)}
            >
              Place Bid
            </Button>
          ) : null}
        </div>
      </div>
    </>
  )
}

/** All distances are approximate, because they are those between two towns. */
function describePlace({ town, location }: AvailableJob, miles: number | null | undefined) {
  if (town === '') return location ?? 'No location given'
  if (typeof miles !== 'number') return town
  return miles === 0 ? `${town} · near you` : `${town} · about ${formatCount(miles)} mi`
}

const looks: Record<string, { icon: LucideIcon; tone: 'accent' | 'plain' | 'red'; text: string }> =
  {
    pending: { icon: Clock, tone: 'accent', text: 'Your bid is pending' },
    rejected: { icon: CircleX, tone: 'red', text: 'Your bid was rejected' },
    withdrawn: { icon: Undo2, tone: 'plain', text: 'You withdrew your bid' },
  }

/** Shows the contractor's latest bid, with its amount while it is pending. */
function OwnBid({ job }: { job: AvailableJob }) {
  const look = looks[job.my_bid_status ?? '']
  if (!look) return null
  const isPending = job.my_bid_status === 'pending' && job.my_bid_amount !== null
  const text = isPending ? `You bid ${formatMoney(job.my_bid_amount ?? 0)}` : look.text
  return (
    <Chip icon={look.icon} tone={look.tone}>
      {text}
    </Chip>
  )
}
