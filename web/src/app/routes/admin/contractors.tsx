import { HardHat } from 'lucide-react'
import { RoleList } from '#features/users/admin-users-by-role.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Contractors')

export default function AdminContractors() {
  return (
    <AdminPage title="Contractors">
      <RoleList of="contractor" many="contractors" icon={HardHat} />
    </AdminPage>
  )
}
