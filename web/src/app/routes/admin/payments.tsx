import { AdminPaymentList } from '#features/payments/admin-payments.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { jobAt } from '../../admin/places.ts'
import { titled } from '../../titled.ts'

export const meta = titled('Payments')

export default function AdminPayments() {
  return (
    <AdminPage title="Payments">
      <AdminPaymentList jobAt={jobAt} />
    </AdminPage>
  )
}
