import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { consultationsToChatIn } from './consultations.queries.ts'
import { isUpcoming, toAppointment, useKeptAppointments } from './kept-appointments.ts'

const ChooseChat = lazyPart(() => import('./choose-chat-dialog.tsx'), PlainDialog)

const label = 'Start Chat with Facility'
const icon = <MessageSquare size={16} aria-hidden />

/**
 * Opens the chat of a consultation that has not ended, or of the latest one. Also stores the upcoming consultations on
 * the device.
 */
export function StartChatButton({ userId }: { userId: string }) {
  const { data } = useQuery(consultationsToChatIn(userId))
  useKeptAppointments(
    userId,
    data?.filter(isUpcoming).map((row) => toAppointment(row, row.consultant, row.facility)),
  )
  const consultations = data ?? []
  const [isOpened, setOpened] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const [next, ...others] = consultations
  if (!next) return null
  if (others.length === 0) {
    return (
      <Button component={Link} to={`/chat/consultation/${next.id}`} leftSection={icon}>
        {label}
      </Button>
    )
  }
  const open = () => {
    setLoaded(true)
    setOpened(true)
  }
  return (
    <>
      <Button leftSection={icon} aria-haspopup="dialog" onClick={open}>
        {label}
      </Button>
      <Suspense>
        {isLoaded ? (
          <ChooseChat
            consultations={consultations}
            opened={isOpened}
            onClose={() => setOpened(false)}
          />
        ) : null}
      </Suspense>
    </>
  )
}
