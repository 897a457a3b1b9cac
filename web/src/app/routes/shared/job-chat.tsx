import { useParams, useSearchParams } from 'react-router'
import { isId } from '#features/messages/address.ts'
import { Chat } from '#features/messages/chat.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { renderConversationPicture } from './conversation-picture.tsx'

export const meta = makeMeta('Chat')

export default function JobChat() {
  const { userId } = useAccount()
  const { jobId = '' } = useParams()
  const contractor = useSearchParams()[0].get('with')
  const contractorId = isId(contractor) ? contractor : undefined
  return (
    <Page title="Chat" isFlush>
      <Chat
        key={`${jobId} ${contractorId}`}
        me={userId}
        address={{ kind: 'job', jobId, contractorId }}
        renderPicture={renderConversationPicture}
      />
    </Page>
  )
}
