import { UserSearch } from 'lucide-react'
import { Link } from 'react-router'
import { RoleList } from '#features/users/admin-users-by-role.tsx'
import { AdminPage } from './admin-page.tsx'
import { titled } from '../../page-meta.ts'

export const meta = titled('All Consultants')

export default function AdminConsultations() {
  return (
    <AdminPage title="All Consultants" lead="A name leads to their consultations and reviews.">
      <RoleList
        of="consultant"
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
