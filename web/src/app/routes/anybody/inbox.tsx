import { useAccount } from '#lib/session/account.ts'
import { Inbox } from '#features/messages/inbox.tsx'
import { Page } from '#ui/page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Inbox')

export default function InboxPage() {
  const { userId, role } = useAccount()
  return (
    <Page title="Inbox" isFlush>
      <Inbox me={userId} isFacility={role === 'facility'} />
    </Page>
  )
}
