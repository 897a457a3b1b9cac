import { useParams } from 'react-router'
import { useAccount } from '#lib/session/account.ts'
import { Chat } from '#features/messages/chat.tsx'
import { Page } from '#ui/page.tsx'
import { titled } from '../../titled.ts'

export const meta = titled('Chat')

export default function ConsultationChat() {
  const { userId } = useAccount()
  const { consultationId = '' } = useParams()
  return (
    <Page title="Chat" isFlush>
      <Chat key={consultationId} me={userId} address={{ kind: 'consultation', consultationId }} />
    </Page>
  )
}
