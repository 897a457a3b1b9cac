import { AdminBidList } from '#features/bids/admin-bids.tsx'
import { AdminPage, jobAt } from './admin-page.tsx'
import { titled } from '../../page-meta.ts'

export const meta = titled('All Job Bids')

export default function AdminBids() {
  return (
    <AdminPage title="All Job Bids">
      <AdminBidList jobAt={jobAt} />
    </AdminPage>
  )
}
