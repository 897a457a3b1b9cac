import { Inbox } from '#features/messages/inbox.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta('Inbox')

export default function InboxPage() {
  const { userId, role } = useAccount()
  return (
    <Page title="Inbox" isFlush>
      <Inbox me={userId} isFacility={role === 'facility'} />
    </Page>
  )
}
