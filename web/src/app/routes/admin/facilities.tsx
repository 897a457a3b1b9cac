import { Building2 } from 'lucide-react'
import { AdminRoleList } from '#features/users/admin-users-by-role.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('Facilities')

export default function AdminFacilities() {
  return (
    <AdminPage title="Facilities">
      <AdminRoleList userRole="facility" many="facilities" icon={Building2} />
    </AdminPage>
  )
}
