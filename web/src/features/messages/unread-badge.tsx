import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '#ui/count-badge.tsx'
import { unreadCount } from './unread-count.ts'

export function UnreadBadge({ userId }: { userId: string }) {
  const { data = 0 } = useQuery(unreadCount(userId))
  return <CountBadge count={data} what="unread" />
}
