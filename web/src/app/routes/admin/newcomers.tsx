import { NewcomerList } from '#features/users/admin-newcomers.tsx'
import { AdminPage } from './admin-page.tsx'
import { useUserDialogs } from './use-user-dialogs.tsx'
import { titled } from '../../page-meta.ts'

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
