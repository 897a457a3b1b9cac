import { AdminBidList } from '#features/bids/admin-bids.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('All Job Bids')

export default function AdminBids() {
  return (
    <AdminPage title="All Job Bids">
      <AdminBidList />
    </AdminPage>
  )
}
