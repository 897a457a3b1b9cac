import { Inbox } from '#features/messages/inbox.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { renderConversationPicture } from './conversation-picture.tsx'

export const meta = makeMeta('Inbox')

export default function InboxPage() {
  const { userId, role } = useAccount()
  return (
    <Page title="Inbox" isFlush isFilling>
      <Inbox
        me={userId}
        isFacility={role === 'facility'}
        renderPicture={renderConversationPicture}
      />
    </Page>
  )
}
