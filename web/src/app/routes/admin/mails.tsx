import { UnsentMailList } from '#features/mails/unsent/unsent-mail-list.tsx'
import { AdminPage } from '../../admin/admin-page.tsx'
import { titled } from '../../titled.ts'

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
