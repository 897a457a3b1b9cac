import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { nameOf } from '#lib/format.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Row } from '#ui/rows/row.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { formatBothTimes } from './consultation-times.ts'
import type { ConsultationToChatIn } from './consultations.queries.ts'

interface Props {
  consultations: ConsultationToChatIn[]
  opened: boolean
  onClose: () => void
}

/** Asks a consultant which of several consultations to chat about. */
export default function ChooseChatDialog({ consultations, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Start Chat with Facility">
      <p>Choose a consultation.</p>
      <RowList label="Chats" rows={consultations} keyOf={({ id }) => id} view="">
        {({ id, scheduled_at: at, consultant, facility }) => (
          <Row
            title={nameOf(facility)}
            facts={formatBothTimes(at, consultant, facility)}
            action={
              <Button
                size="sm"
                variant="light"
                component={Link}
                to={`/chat/consultation/${id}`}
                aria-label={`Chat with ${nameOf(facility)}, ${formatBothTimes(at, consultant, facility)[0]}`}
              >
                Chat
              </Button>
            }
          />
        )}
      </RowList>
    </Dialog>
  )
}
