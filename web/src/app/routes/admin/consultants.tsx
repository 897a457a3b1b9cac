import { UserSearch } from 'lucide-react'
import { AdminRoleList } from '#features/users/admin-users-by-role.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('Consultants')

export default function AdminConsultants() {
  return (
    <AdminPage title="Consultants">
      <AdminRoleList userRole="consultant" many="consultants" icon={UserSearch} />
    </AdminPage>
  )
}
