import { UnsentMailList } from '#features/mails/admin-mails.tsx'
import { AdminPage } from './admin-page.tsx'
import { titled } from '../../page-meta.ts'

export const meta = titled('Unsent mails')

export default function AdminMails() {
  return (
    <AdminPage
      title="Unsent mails"
      lead="What could not be delivered, and why. Each is kept for 30 days and is then removed."
    >
      <UnsentMailList />
    </AdminPage>
  )
}
