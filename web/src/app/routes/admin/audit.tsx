import { EntryList } from '#features/audit/admin-audit.tsx'
import { AdminPage } from './admin-page.tsx'
import { titled } from '../../page-meta.ts'

export const meta = titled('Audit log')

export default function AdminAudit() {
  return (
    <AdminPage title="Audit log" lead="What admins did, to whom and why.">
      <EntryList />
    </AdminPage>
  )
}
