import { AdminNewcomerList } from '#features/users/admin-newcomers.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'
import { useUserDialogs } from './use-user-dialogs.tsx'

export const meta = makeMeta('New sign-ups')

export default function AdminNewcomers() {
  const { start, dialog } = useUserDialogs()
  return (
    <AdminPage
      title="New sign-ups"
      lead="People who signed up and have no role yet. They can't see anything until you give them one."
    >
      <AdminNewcomerList onAction={start} />
      {dialog}
    </AdminPage>
  )
}
