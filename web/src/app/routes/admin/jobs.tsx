import { BidsOfJob } from '#features/bids/of-job/bids-of-job.tsx'
import { ConsultationsOfJob } from '#features/consultations/of-job/consultations-of-job.tsx'
import { mostBids } from '#features/jobs/every/every-job.ts'
import { EveryJobList } from '#features/jobs/every/every-job-list.tsx'
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
