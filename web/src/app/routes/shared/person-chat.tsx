import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { Link, Navigate, useParams } from 'react-router'
import { chatPath } from '#features/messages/address.ts'
import { latestConversationWith } from '#features/messages/conversation.queries.ts'
import { useAccount } from '#lib/session/account.ts'
import { Page } from '#ui/page.tsx'
import { Loaded, NothingYet } from '#ui/query-states.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta('Chat')

/** Redirects to the latest conversation with a user. */
export default function PersonChat() {
  const { userId: me } = useAccount()
  const { userId = '' } = useParams()
  const query = useQuery(latestConversationWith(me, userId))
  if (query.data) return <Navigate to={chatPath(query.data)} replace />
  return (
    <Page title="Chat">
      <Loaded query={query} loading="Loading..." failed="Failed to load the conversation.">
        {() => (
          <NothingYet
            icon={MessagesSquare}
            title="No conversation with this person yet."
            action={<Link to="/inbox">Go to inbox</Link>}
          >
            A conversation starts with a bid or a booked consultation.
          </NothingYet>
        )}
      </Loaded>
    </Page>
  )
}
