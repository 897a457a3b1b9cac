import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { nameOf } from '#lib/format.ts'
import { jobPathFor } from '#lib/object-paths.ts'
import { forgetPage, useRememberPage } from '#lib/recent-pages.ts'
import { useAccount } from '#lib/session/account.ts'
import { DetailPage } from '#ui/detail-page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { Time } from '#ui/time.tsx'
import { useJobPhotos } from '../job-photo-urls.ts'
import { AdminJobStatusChip } from '../job-status-chip.tsx'
import { JobThumbnail } from '../job-thumbnail.tsx'
import { JobPageSkeleton } from './job-overview.tsx'
import styles from './job-page.module.css'
import { type JobDetails, jobDetails } from './job-page.queries.ts'

interface Props {
  jobId: string
  /** The list of jobs, which the breadcrumbs link to. */
  list: { to: string; label: string }
  /** The page to show if the job does not exist, or the user may not see it. */
  unknown: ReactNode
  /** Whether the head names the facility. A facility sees only its own jobs. */
  isFacilityNamed?: boolean
  renderActions?: (job: JobDetails) => ReactNode
  renderMenu?: (job: JobDetails) => ReactNode
  renderTabs?: (job: JobDetails) => ReactNode
  children: (job: JobDetails) => ReactNode
}

/** Renders the page of a job with its head, for each role. */
export function JobPage({ jobId, list, unknown, isFacilityNamed = false, ...parts }: Props) {
  const query = useQuery(jobDetails(jobId))
  const { data: job } = query
  useRecentJob(jobId, job)
  if (job === null) return unknown
  return (
    <DetailPage
      title={job?.title ?? 'Job'}
      list={list}
      picture={job ? <JobPicture job={job} /> : <div className={styles.noPicture} />}
      facts={job ? <JobFacts job={job} isFacilityNamed={isFacilityNamed} /> : null}
      actions={job ? parts.renderActions?.(job) : null}
      menu={job ? parts.renderMenu?.(job) : null}
      tabs={job ? parts.renderTabs?.(job) : null}
    >
      <Loaded
        query={query}
        loading="Loading job..."
        failed="Failed to load this job."
        skeleton={<JobPageSkeleton />}
      >
        {(loaded) => (loaded ? parts.children(loaded) : null)}
      </Loaded>
    </DetailPage>
  )
}

/** Lists the job under "Recent", until the user cannot see it any more. */
function useRecentJob(jobId: string, job: JobDetails | null | undefined) {
  const { role, userId } = useAccount()
  useRememberPage(
    job
      ? {
          kind: 'job',
          id: jobId,
          title: job.title,
          path: jobPathFor(role, jobId),
          category: job.category,
        }
      : undefined,
  )
  useEffect(() => {
    if (job === null) forgetPage(userId, { kind: 'job', id: jobId })
  }, [job, jobId, userId])
}

function JobPicture({ job }: { job: JobDetails }) {
  const photosOf = useJobPhotos([job])
  return <JobThumbnail job={job} photos={photosOf(job)} isLarge />
}

interface FactsProps {
  job: JobDetails
  isFacilityNamed: boolean
}

function JobFacts({ job, isFacilityNamed }: FactsProps) {
  return (
    <div className={styles.facts}>
      <AdminJobStatusChip job={job} />
      {isFacilityNamed ? <bdi className={styles.fact}>{nameOf(job.facility)}</bdi> : null}
      <span className={styles.fact}>{job.category}</span>
      {job.location ? <bdi className={styles.fact}>{job.location}</bdi> : null}
      <span className={styles.fact}>
        posted <Time at={job.created_at} />
      </span>
    </div>
  )
}
