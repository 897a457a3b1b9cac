import { UserSearch } from 'lucide-react'
import { Link } from 'react-router'
import { AdminRoleList } from '#features/users/admin-users-by-role.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('All Consultants')

export default function AdminConsultations() {
  return (
    <AdminPage
      title="All Consultants"
      lead="Select a consultant to see their consultations and reviews."
    >
      <AdminRoleList
        userRole="consultant"
        many="consultants"
        icon={UserSearch}
        renderName={({ id, name }) => (
          <Link to={`/admin/consultations/${id}`}>
            <bdi>{name}</bdi>
          </Link>
        )}
      />
    </AdminPage>
  )
}
