import { useParams, useSearchParams } from 'react-router'
import { useAccount } from '#lib/session/account.ts'
import { isId } from '#features/messages/address.ts'
import { Chat } from '#features/messages/chat.tsx'
import { Page } from '#ui/page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Chat')

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
      />
    </Page>
  )
}
