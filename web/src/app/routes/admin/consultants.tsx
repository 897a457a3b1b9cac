import { UserSearch } from 'lucide-react'
import { RoleList } from '#features/users/admin-users-by-role.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Consultants')

export default function AdminConsultants() {
  return (
    <AdminPage title="Consultants">
      <RoleList of="consultant" many="consultants" icon={UserSearch} />
    </AdminPage>
  )
}
