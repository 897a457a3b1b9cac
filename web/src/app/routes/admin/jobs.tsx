import { AdminJobBids } from '#features/bids/admin-bids.tsx'
import { AdminJobConsultations } from '#features/consultations/admin-consultations.tsx'
import { maxBidsShown } from '#features/jobs/admin-jobs.queries.ts'
import { AdminJobList } from '#features/jobs/admin-jobs.tsx'
import { AdminPage, bidsOf } from './admin-page.tsx'
import { titled } from '../../page-meta.ts'

export const meta = titled('All Jobs')

export default function AdminJobs() {
  return (
    <AdminPage title="All Jobs">
      <AdminJobList
        renderBids={(job) => <AdminJobBids job={job} maxShown={maxBidsShown} allBidsPath={bidsOf(job.id)} />}
        renderConsultations={(job) => <AdminJobConsultations job={job} />}
      />
    </AdminPage>
  )
}
