import { BidsOfJob } from '#features/bids/admin-bids.tsx'
import { ConsultationsOfJob } from '#features/consultations/admin-consultations.tsx'
import { mostBids } from '#features/jobs/admin-jobs.queries.ts'
import { EveryJobList } from '#features/jobs/admin-jobs.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { bidsOf } from '../../admin/places.ts'
import { titled } from '../../titled.ts'

export const meta = titled('All Jobs')

export default function AdminJobs() {
  return (
    <AdminPage title="All Jobs">
      <EveryJobList
        renderBids={(job) => <BidsOfJob job={job} most={mostBids} allAt={bidsOf(job.id)} />}
        renderConsultations={(job) => <ConsultationsOfJob job={job} />}
      />
    </AdminPage>
  )
}
