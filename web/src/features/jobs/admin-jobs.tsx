import { Button } from '@mantine/core'
import { Briefcase } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { nameOf } from '#lib/format.ts'
import { jobPath } from '#lib/job-paths.ts'
import { adminUserPath } from '#lib/user-paths.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { AdminList, type AdminListShape, useAdminListState } from '#ui/table/admin-list.tsx'
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
  /** Limits the list to the jobs of this facility. */
  facilityId?: string
}

const sorts: AdminListShape['sorts'] = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'budget', descending: true, label: 'Highest budget' },
  { by: 'budget', descending: false, label: 'Lowest budget' },
  { by: 'title', descending: false, label: 'Title' },
]

const ReleaseAwardDialog = lazyPart(() => import('./release-award-dialog.tsx'), PlainDialog)

const shapeOfFacility: AdminListShape = {
  label: 'Jobs',
  one: 'job',
  size: adminJobsPageSize,
  choices: [{ name: 'state', label: 'Status', options: jobStates }],
  sorts,
  empty: (
    <NothingYet icon={Briefcase} title="No jobs found.">
      Jobs that facilities post appear here.
    </NothingYet>
  ),
  live: {
    tables: [{ table: 'jobs' }, { table: 'bids' }, { table: 'consultations' }],
    keys: [['jobs', 'every']],
  },
}

const shape: AdminListShape = {
  ...shapeOfFacility,
  search: { name: 'q', label: 'Search by title, facility or id...' },
  isSearchLimited: true,
}

/** Shows the admin list of all jobs, or of the jobs of one facility. */
export function AdminJobList({ renderBids, renderConsultations, facilityId }: Props) {
  const shapeHere = facilityId ? shapeOfFacility : shape
  const list = useAdminListState(shapeHere)
  const query = useAdminJobs(list, facilityId)
  const release = useDialog<AdminJob>()
  return (
    <>
      <AdminList shape={shapeHere} list={list} query={query} file={adminJobsCsv(list, facilityId)}>
        {(row) => (
          <AdminJobRow
            job={row}
            bids={renderBids(row)}
            consultations={renderConsultations(row)}
            onRelease={() => release.open(row)}
          />
        )}
      </AdminList>
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

function AdminJobRow({ job, bids, consultations, onRelease }: AdminJobRowProps) {
  return (
    <article className={styles.job} aria-label={job.title}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>
            <Link to={jobPath('admin', job.id)}>
              <bdi>{job.title}</bdi>
            </Link>
          </h2>
          <p className={styles.facts}>
            <NamedWithId id={job.facility_id} to={adminUserPath(job.facility_id)}>
              {nameOf(job.facility)}
            </NamedWithId>
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
