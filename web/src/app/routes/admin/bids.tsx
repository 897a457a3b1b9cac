import { AdminBidList } from '#features/bids/admin-bids.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { jobAt } from '../../admin/places.ts'
import { titled } from '../../titled.ts'

export const meta = titled('All Job Bids')

export default function AdminBids() {
  return (
    <AdminPage title="All Job Bids">
      <AdminBidList jobAt={jobAt} />
    </AdminPage>
  )
}
