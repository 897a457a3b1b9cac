import { AdminMailList } from '#features/mails/admin-mails.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('Unsent mails')

export default function AdminMails() {
  return (
    <AdminPage
      title="Unsent mails"
      lead="What could not be delivered, and why. Each is kept for 30 days and is then removed."
    >
      <AdminMailList />
    </AdminPage>
  )
}
