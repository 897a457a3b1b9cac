import { EntryList } from '#features/audit/entry-list.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Audit log')

export default function AdminAudit() {
  return (
    <AdminPage title="Audit log" lead="What admins did, to whom and why.">
      <EntryList />
    </AdminPage>
  )
}
