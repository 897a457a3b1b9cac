import { Button } from '@mantine/core'
import { WifiOff } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { readAppointments } from '#features/consultations/kept-appointments.ts'
import { useAccount } from '#lib/session/account.ts'
import { Page, Section } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { Row } from '#ui/rows/row.tsx'
import { RowList } from '#ui/rows/row-list.tsx'

/**
 * Replaces pages that are opened offline, whose lists would show errors. Shows the next consultations from this device.
 */
export default function OfflinePage() {
  const { userId } = useAccount()
  const [appointments] = useState(() => readAppointments(userId))
  return (
    <Page title="No connection">
      <NothingYet icon={WifiOff} title="This page needs a connection.">
        It loads by itself once you are back online. Your messages and drafts are safe.
      </NothingYet>
      {appointments.length > 0 ? (
        <Section title="Your next consultations" isFlush>
          <RowList label="Your next consultations" rows={appointments} keyOf={({ id }) => id}>
            {({ id, name, times }) => (
              <Row
                title={name}
                facts={times}
                action={
                  <Button
                    size="sm"
                    variant="light"
                    component={Link}
                    to={`/chat/consultation/${id}`}
                  >
                    Chat
                  </Button>
                }
              />
            )}
          </RowList>
        </Section>
      ) : null}
    </Page>
  )
}
