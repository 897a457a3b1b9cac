import { AdminPaymentList } from '#features/payments/admin-payments.tsx'
import { makeMeta } from '../../page-meta.ts'
import { adminJobPath, AdminPage } from './admin-page.tsx'

export const meta = makeMeta('Payments')

export default function AdminPayments() {
  return (
    <AdminPage title="Payments">
      <AdminPaymentList jobAt={adminJobPath} />
    </AdminPage>
  )
}
