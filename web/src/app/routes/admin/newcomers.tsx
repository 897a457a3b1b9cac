import { NewcomerList } from '#features/users/admin-newcomers.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { useUserDialogs } from '../../admin/use-user-dialogs.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Newcomers')

export default function AdminNewcomers() {
  const { start, dialog } = useUserDialogs()
  return (
    <AdminPage
      title="Newcomers"
      lead="Who came by themselves and has no role. They see nothing until they are given one."
    >
      <NewcomerList onAct={start} />
      {dialog}
    </AdminPage>
  )
}
