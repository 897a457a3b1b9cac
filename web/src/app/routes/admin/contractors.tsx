import { HardHat } from 'lucide-react'
import { AdminRoleList } from '#features/users/admin-users-by-role.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('Contractors')

export default function AdminContractors() {
  return (
    <AdminPage title="Contractors">
      <AdminRoleList userRole="contractor" many="contractors" icon={HardHat} />
    </AdminPage>
  )
}
