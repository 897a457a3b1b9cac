import { Building2 } from 'lucide-react'
import { RoleList } from '#features/users/admin-users-by-role.tsx'
import { AdminPage } from './admin-page.tsx'
import { titled } from '../../page-meta.ts'

export const meta = titled('Facilities')

export default function AdminFacilities() {
  return (
    <AdminPage title="Facilities">
      <RoleList of="facility" many="facilities" icon={Building2} />
    </AdminPage>
  )
}
