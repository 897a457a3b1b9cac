import { UserSearch } from 'lucide-react'
import { RoleList } from '#features/users/admin-users-by-role.tsx'
import { AdminPage } from './admin-page.tsx'
import { titled } from '../../page-meta.ts'

export const meta = titled('Consultants')

export default function AdminConsultants() {
  return (
    <AdminPage title="Consultants">
      <RoleList of="consultant" many="consultants" icon={UserSearch} />
    </AdminPage>
  )
}
