import { UserList } from '../../../features/accounts/directory/users/user-list.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { useUserDialogs } from '../../admin/use-user-dialogs.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Admin User Manager')

export default function AdminUsers() {
  const { start, dialog } = useUserDialogs()
  return (
    <AdminPage title="Admin User Manager">
      <UserList onAct={start} />
      {dialog}
    </AdminPage>
  )
}
