import { EveryPaymentList } from '#features/payments/admin-payments.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { jobAt } from '../../admin/places.ts'
import { titled } from '../../titled.ts'

export const meta = titled('Payments')

export default function AdminPayments() {
  return (
    <AdminPage title="Payments">
      <EveryPaymentList jobAt={jobAt} />
    </AdminPage>
  )
}
