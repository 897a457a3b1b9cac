import { AdminPaymentList } from '#features/payments/admin-payments.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('Payments')

export default function AdminPayments() {
  return (
    <AdminPage title="Payments">
      <AdminPaymentList />
    </AdminPage>
  )
}
