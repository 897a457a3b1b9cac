import { Briefcase } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { isUuid } from '#lib/is-uuid.ts'
import { useListState } from '#lib/list-state.ts'
import { everyOtherSecond, useLive } from '#lib/live/use-live.ts'
import { mostFound } from '#lib/search.ts'
import { NothingYet } from '#ui/empty.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { PlainDialog } from '#ui/plain-dialog.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { useDialog } from '#ui/use-dialog.ts'
import {
  type EveryJob,
  everyJobFile,
  everyJobSize,
  jobStates,
  useEveryJob,
} from './admin-jobs.queries.ts'
import { Button } from '@mantine/core'
import { nameOf } from '#lib/format/name.ts'
import { Money } from '#ui/money.tsx'
import { Named } from '#ui/named.tsx'
import { Time } from '#ui/time.tsx'
import styles from './admin-jobs.module.css'
import { JobStateChip } from './job-status-chip.tsx'

interface Props {
  renderBids: (job: EveryJob) => ReactNode
  renderConsultations: (job: EveryJob) => ReactNode
}

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'budget', descending: true, label: 'Highest budget' },
  { by: 'budget', descending: false, label: 'Lowest budget' },
  { by: 'title', descending: false, label: 'Title' },
]

const noJobsFound = (
  <NothingYet icon={Briefcase} title="No jobs found.">
    What facilities post stands here, with its bids and consultations.
  </NothingYet>
)

const tables = [{ table: 'jobs' }, { table: 'bids' }, { table: 'consultations' }] as const
const keys = [['jobs', 'every']]

const ReleaseAward = lazyPart(() => import('./release-award-dialog.tsx'), PlainDialog)

/** All jobs, or the one that a link led to. */
export function EveryJobList({ renderBids, renderConsultations }: Props) {
  const list = useListState({
    filters: ['q', 'state', 'job'],
    known: { state: jobStates.map(({ value }) => value), job: isUuid },
    sorts: ['created_at', 'budget', 'title'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useEveryJob(list)
  const release = useDialog<EveryJob>()
  useLive({ tables, keys, atMostEvery: everyOtherSecond })
  const { q, job } = list.filters
  const [first] = query.data?.rows ?? []
  return (
    <>
      <Listing
        label="Jobs"
        query={query}
        list={list}
        size={everyJobSize}
        found={{ one: 'job', most: q ? mostFound : undefined }}
        {...(job ? {} : { search: { name: 'q', label: 'Search by title, facility or id...' } })}
        choices={[{ name: 'state', label: 'State', options: jobStates }]}
        led={{ name: 'job', words: first?.id === job ? `Job: ${first?.title}` : 'Only one job' }}
        sorts={sorts}
        isHeadless
        loading="Loading jobs..."
        failed="Failed to load jobs."
        nothing={noJobsFound}
        noMatch="No jobs found."
        file={everyJobFile(list)}
      >
        {({ rows, view }) => (
          <RowList label="Jobs" rows={rows} keyOf={({ id }) => id} view={view}>
            {(row) => (
              <EveryJobRow
                job={row}
                bids={renderBids(row)}
                consultations={renderConsultations(row)}
                onRelease={() => release.open(row)}
              />
            )}
          </RowList>
        )}
      </Listing>
      <Suspense>
        {release.subject ? (
          <ReleaseAward
            key={release.subject.id}
            job={release.subject}
            opened={release.opened}
            onClose={release.close}
          />
        ) : null}
      </Suspense>
    </>
  )
}

interface AdminJobRowProps {
  job: EveryJob
  bids: ReactNode
  consultations: ReactNode
  onRelease: () => void
}

/** A job with what was offered for it and what advice was booked on it. */
function EveryJobRow({ job, bids, consultations, onRelease }: AdminJobRowProps) {
  return (
    <article className={styles.job} aria-label={job.title}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>
            <bdi>{job.title}</bdi>
          </h2>
          <p className={styles.facts}>
            <Named id={job.facility_id}>{nameOf(job.facility)}</Named>
            <span>{job.category}</span>
            <Time at={job.created_at} />
          </p>
        </div>
        <div className={styles.end}>
          <Money amount={job.budget} />
          <JobStateChip job={job} />
          {job.can_release ? (
            <Button size="compact-md" variant="default" onClick={onRelease}>
              Release award
            </Button>
          ) : null}
        </div>
      </div>
      <div className={styles.parts}>
        <Part title="Bids">{bids}</Part>
        <Part title="Consultations">{consultations}</Part>
      </div>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </div>
  )
}
