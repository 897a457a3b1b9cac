import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Bell, LogOut, MessageSquare, Pencil, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { sessionStore } from '#lib/session/session-store.ts'
import { consultationToChatIn } from '#features/consultations/consultations.queries.ts'
import { UnreadBadge } from '#features/messages/unread-badge.tsx'

interface Props {
  userId: string
  onEdit: () => void
}

export function ConsultantActions({ userId, onEdit }: Props) {
  const { data: talk } = useQuery(consultationToChatIn(userId))
  return (
    <>
      {talk ? (
        <Button
          component={Link}
          to={`/chat/consultation/${talk}`}
          leftSection={<MessageSquare size={16} aria-hidden />}
        >
          Start Chat with Facility
        </Button>
      ) : null}
      <Button
        variant="default"
        component={Link}
        to={`/consultant-profile/${userId}`}
        leftSection={<UserRound size={16} aria-hidden />}
      >
        View My Profile
      </Button>
      <Button
        variant="default"
        component={Link}
        to="/inbox"
        leftSection={<Bell size={16} aria-hidden />}
        rightSection={<UnreadBadge userId={userId} />}
      >
        Inbox
      </Button>
      <Button variant="default" leftSection={<Pencil size={16} aria-hidden />} onClick={onEdit}>
        Edit Profile
      </Button>
      <Button
        variant="default"
        leftSection={<LogOut size={16} aria-hidden />}
        onClick={() => void sessionStore.signOut()}
      >
        Logout
      </Button>
    </>
  )
}
