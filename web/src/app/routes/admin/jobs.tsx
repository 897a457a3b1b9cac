import { AdminJobBids } from '#features/bids/admin-bids.tsx'
import { AdminJobConsultations } from '#features/consultations/admin-consultations.tsx'
import { maxBidsShown } from '#features/jobs/admin-jobs.queries.ts'
import { AdminJobList } from '#features/jobs/admin-jobs.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage, adminBidsPath } from './admin-page.tsx'

export const meta = makeMeta('All Jobs')

export default function AdminJobs() {
  return (
    <AdminPage title="All Jobs">
      <AdminJobList
        renderBids={(job) => (
          <AdminJobBids job={job} maxShown={maxBidsShown} allBidsPath={adminBidsPath(job.id)} />
        )}
        renderConsultations={(job) => <AdminJobConsultations job={job} />}
      />
    </AdminPage>
  )
}
