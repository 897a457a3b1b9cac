import { useParams } from 'react-router'
import { Chat } from '#features/messages/chat.tsx'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta('Chat')

export default function ConsultationChat() {
  const { userId } = useAccount()
  const { consultationId = '' } = useParams()
  return (
    <Page title="Chat" isFlush>
      <Chat key={consultationId} me={userId} address={{ kind: 'consultation', consultationId }} />
    </Page>
  )
}
