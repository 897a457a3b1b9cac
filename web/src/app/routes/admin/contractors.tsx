import { HardHat } from 'lucide-react'
import { RoleList } from '#features/users/admin-users-by-role.tsx'
import { AdminPage } from './admin-page.tsx'
import { titled } from '../../page-meta.ts'

export const meta = titled('Contractors')

export default function AdminContractors() {
  return (
    <AdminPage title="Contractors">
      <RoleList of="contractor" many="contractors" icon={HardHat} />
    </AdminPage>
  )
}
