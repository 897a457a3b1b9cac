import { useQuery } from '@tanstack/react-query'
import { Briefcase } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { compareToBudget, formatCount } from '#lib/format.ts'
import { jobBidsPath, jobPath } from '#lib/job-paths.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { tabsWithCounts } from '#lib/lists/list-tabs.ts'
import { Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { FilterBar } from '#ui/table/filter-bar.tsx'
import { Paged } from '#ui/table/paged.tsx'
import { TabsFilter } from '#ui/tabs.tsx'
import { MoneyText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { FinishedJobMenu } from './finished-job-menu.tsx'
import { useJobPhotos } from './job-photo-urls.ts'
import { JobStatusChip } from './job-status-chip.tsx'
import { JobThumbnail } from './job-thumbnail.tsx'
import styles from './posted-jobs-table.module.css'
import {
  jobCounts,
  jobTabs,
  type PostedJob,
  postedJobSorts,
  usePostedJobs,
} from './posted-jobs.queries.ts'

interface Props {
  userId: string
  postButton: ReactNode
}

const pageSize = 25

/** Shows all jobs of a facility in one table. */
export function PostedJobsTable({ userId, postButton }: Props) {
  const list = useListState({
    filters: ['tab', 'q'],
    sorts: ['created_at', 'budget', 'title'],
    sort: { by: 'created_at', descending: true },
  })
  const query = usePostedJobs(userId, list, pageSize)
  const { data: counts } = useQuery(jobCounts(userId))
  const photosOf = useJobPhotos(query.data?.rows ?? [])
  const emptyState = (
    <NothingYet icon={Briefcase} title="No jobs posted yet." action={postButton}>
      Describe the work and your budget. Contractors see it right away.
    </NothingYet>
  )
  return (
    <Section title="Jobs" isWholePage>
      <TabsFilter
        list={list}
        name="tab"
        label="Jobs by status"
        tabs={tabsWithCounts(jobTabs, counts)}
      />
      <FilterBar
        list={list}
        found={{ total: query.data?.total, one: 'job' }}
        search={{ name: 'q', label: 'Search by title...' }}
        sorts={postedJobSorts}
      />
      <Paged
        query={query}
        list={list}
        size={pageSize}
        loading="Loading your jobs..."
        failed="Failed to load your jobs."
        nothing={emptyState}
        noMatch="No jobs found."
      >
        {({ rows, view }) => (
          <DataTable
            caption="Your jobs"
            columns={columnsWith(photosOf)}
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

function columnsWith(photosOf: (job: PostedJob) => string[]): Column<PostedJob>[] {
  return [
    {
      head: 'Job',
      sort: 'title',
      cell: (job) => (
        <span className={styles.job}>
          <JobThumbnail job={job} photos={photosOf(job)} />
          <span className={styles.words}>
            <Link to={jobPath('facility', job.id)} className={styles.title}>
              <bdi>{job.title}</bdi>
            </Link>
            <span className={styles.facts}>
              {job.category}
              {job.location ? (
                <>
                  {' · '}
                  <bdi>{job.location}</bdi>
                </>
              ) : null}
            </span>
          </span>
        </span>
      ),
    },
    { head: 'Status', isShort: true, cell: (job) => <JobStatusChip job={job} /> },
    {
      head: 'Bids',
      isShort: true,
      cell: (job) => <BidsLink job={job} />,
    },
    {
      head: 'Posted',
      sort: 'created_at',
      isShort: true,
      cell: ({ created_at: at }) => <Time at={at} />,
    },
    {
      head: 'Budget',
      sort: 'budget',
      isFigure: true,
      cell: ({ budget }) => <MoneyText amount={budget} />,
    },
    { head: 'Price', isFigure: true, cell: (job) => <Price job={job} /> },
    { head: 'Actions', isAction: true, cell: (job) => <FinishedJobMenu job={job} /> },
  ]
}

function BidsLink({ job }: { job: PostedJob }) {
  const count = job.bid_count ?? 0
  return count === 0 ? (
    <span className={styles.facts}>None</span>
  ) : (
    <Link to={jobBidsPath(job.id)}>{formatCount(count)}</Link>
  )
}

/** Shows the amount of the accepted bid, or of the lowest pending one, and compares it with the budget. */
function Price({ job: { bids, budget } }: { job: PostedJob }) {
  const accepted = bids.find(({ status }) => status === 'accepted')
  const pending = bids.filter(({ status }) => status === 'pending').map(({ amount }) => amount)
  const amount = accepted?.amount ?? (pending.length > 0 ? Math.min(...pending) : undefined)
  if (amount === undefined) return <span className={styles.facts}>–</span>
  return (
    <span className={styles.price}>
      <MoneyText amount={amount} />
      <span className={styles.facts}>{compareToBudget(amount, budget)}</span>
    </span>
  )
}
