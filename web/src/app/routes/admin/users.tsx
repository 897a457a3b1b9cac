import { Button } from '@mantine/core'
import { UserRoundPlus } from 'lucide-react'
import { Link } from 'react-router'
import { AdminUserList } from '#features/users/admin-users.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'
import { useUserDialogs } from './use-user-dialogs.tsx'

export const meta = makeMeta('Admin User Manager')

const newcomers = (
  <Button
    component={Link}
    to="/admin/newcomers"
    variant="default"
    size="sm"
    leftSection={<UserRoundPlus size={15} aria-hidden />}
  >
    New sign-ups
  </Button>
)

export default function AdminUsers() {
  const { start, dialog } = useUserDialogs()
  return (
    <AdminPage title="Admin User Manager" actions={newcomers}>
      <AdminUserList onAction={start} />
      {dialog}
    </AdminPage>
  )
}
