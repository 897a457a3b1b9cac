import { AdminMailList } from '#features/mails/admin-mails.tsx'
import { makeMeta } from '../../page-meta.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('Unsent emails')

export default function AdminMails() {
  return (
    <AdminPage
      title="Unsent emails"
      lead="Emails that couldn't be delivered. They are deleted after 30 days."
    >
      <AdminMailList />
    </AdminPage>
  )
}
