import { Building2 } from 'lucide-react'
import { RoleList } from '#features/users/admin-users-by-role.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Facilities')

export default function AdminFacilities() {
  return (
    <AdminPage title="Facilities">
      <RoleList of="facility" many="facilities" icon={Building2} />
    </AdminPage>
  )
}
