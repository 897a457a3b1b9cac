import { Button } from '@mantine/core'
import { Briefcase } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { nameOf } from '#lib/format.ts'
import { isUuid } from '#lib/ids.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { searchLimit } from '#lib/lists/search.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { MoneyText, NamedWithId } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import styles from './admin-jobs.module.css'
import {
  type AdminJob,
  adminJobsCsv,
  adminJobsPageSize,
  jobStates,
  useAdminJobs,
} from './admin-jobs.queries.ts'
import { AdminJobStatusChip } from './job-status-chip.tsx'

interface Props {
  renderBids: (job: AdminJob) => ReactNode
  renderConsultations: (job: AdminJob) => ReactNode
}

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'budget', descending: true, label: 'Highest budget' },
  { by: 'budget', descending: false, label: 'Lowest budget' },
  { by: 'title', descending: false, label: 'Title' },
]

const emptyState = (
  <NothingYet icon={Briefcase} title="No jobs found.">
    Jobs that facilities post appear here.
  </NothingYet>
)

const tables = [{ table: 'jobs' }, { table: 'bids' }, { table: 'consultations' }] as const
const keys = [['jobs', 'every']]

const ReleaseAwardDialog = lazyPart(() => import('./release-award-dialog.tsx'), PlainDialog)

/** The admin list of all jobs. A link can narrow it to one job. */
export function AdminJobList({ renderBids, renderConsultations }: Props) {
  const list = useListState({
    filters: ['q', 'state', 'job'],
    known: { state: jobStates.map(({ value }) => value), job: isUuid },
    sorts: ['created_at', 'budget', 'title'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useAdminJobs(list)
  const release = useDialog<AdminJob>()
  useLive({ tables, keys, minIntervalMs: busyListIntervalMs })
  const { q, job } = list.filters
  const [first] = query.data?.rows ?? []
  return (
    <>
      <Listing
        label="Jobs"
        query={query}
        list={list}
        size={adminJobsPageSize}
        found={{ one: 'job', maxRows: q ? searchLimit : undefined }}
        {...(job ? {} : { search: { name: 'q', label: 'Search by title, facility or id...' } })}
        choices={[{ name: 'state', label: 'Status', options: jobStates }]}
        led={{ name: 'job', words: first?.id === job ? `Job: ${first?.title}` : 'One job' }}
        sorts={sorts}
        isHeadless
        loading="Loading jobs..."
        failed="Failed to load jobs."
        nothing={emptyState}
        noMatch="No jobs found."
        file={adminJobsCsv(list)}
      >
        {({ rows, view }) => (
          <RowList label="Jobs" rows={rows} keyOf={({ id }) => id} view={view}>
            {(row) => (
              <AdminJobRow
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
          <ReleaseAwardDialog
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
  job: AdminJob
  bids: ReactNode
  consultations: ReactNode
  onRelease: () => void
}

/** A job with its bids and consultations. */
function AdminJobRow({ job, bids, consultations, onRelease }: AdminJobRowProps) {
  return (
    <article className={styles.job} aria-label={job.title}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>
            <bdi>{job.title}</bdi>
          </h2>
          <p className={styles.facts}>
            <NamedWithId id={job.facility_id}>{nameOf(job.facility)}</NamedWithId>
            <span>{job.category}</span>
            <Time at={job.created_at} />
          </p>
        </div>
        <div className={styles.end}>
          <MoneyText amount={job.budget} />
          <AdminJobStatusChip job={job} />
          {job.can_release ? (
            <Button size="compact-md" variant="default" onClick={onRelease}>
              Revoke award
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
    <div>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </div>
  )
}
