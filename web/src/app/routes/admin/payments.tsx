import { AdminPaymentList } from '#features/payments/admin-payments.tsx'
import { AdminPage, jobAt } from './admin-page.tsx'
import { titled } from '../../page-meta.ts'

export const meta = titled('Payments')

export default function AdminPayments() {
  return (
    <AdminPage title="Payments">
      <AdminPaymentList jobAt={jobAt} />
    </AdminPage>
  )
}
