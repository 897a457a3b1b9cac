import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '#ui/badge.tsx'
import { unreadCount } from './unread.ts'

export function UnreadBadge({ userId }: { userId: string }) {
  const { data = 0 } = useQuery(unreadCount(userId))
  return <CountBadge count={data} what="unread" />
}
