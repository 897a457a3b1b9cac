import { AdminNewcomerList } from '#features/users/admin-newcomers.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'
import { useUserDialogs } from './use-user-dialogs.tsx'

export const meta = makeMeta('Newcomers')

export default function AdminNewcomers() {
  const { start, dialog } = useUserDialogs()
  return (
    <AdminPage
      title="Newcomers"
      lead="Who came by themselves and has no role. They see nothing until they are given one."
    >
      <AdminNewcomerList onAction={start} />
      {dialog}
    </AdminPage>
  )
}
