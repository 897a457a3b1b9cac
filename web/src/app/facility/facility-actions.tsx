import { Button } from '@mantine/core'
import { Bell, UserSearch } from 'lucide-react'
import { Link } from 'react-router'
import { UnreadBadge } from '#features/messages/unread-badge.tsx'
import { PostJobButton } from './post-job-button.tsx'

interface Props {
  userId: string
  areConsultantsShown: boolean
  onConsultants: () => void
  onPost: () => void
}

export function FacilityActions({ userId, areConsultantsShown, onConsultants, onPost }: Props) {
  return (
    <>
      <Button
        variant="default"
        component={Link}
        to="/inbox"
        leftSection={<Bell size={16} aria-hidden />}
        rightSection={<UnreadBadge userId={userId} />}
      >
        Inbox
      </Button>
      <Button
        variant="default"
        leftSection={<UserSearch size={16} aria-hidden />}
        aria-expanded={areConsultantsShown}
        onClick={onConsultants}
      >
        Consultants
      </Button>
      <PostJobButton onClick={onPost} />
    </>
  )
}
