import { AdminAuditList } from '#features/audit/admin-audit.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('Audit log')

export default function AdminAudit() {
  return (
    <AdminPage title="Audit log" lead="Every admin action, with its reason.">
      <AdminAuditList />
    </AdminPage>
  )
}
