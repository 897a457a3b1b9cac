import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { Section } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 600))
const never = () => Promise.reject(new TypeError('Failed to fetch'))

export function Dialogs() {
  const [open, setOpen] = useState<'accept' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <Section title="Dialogs and toasts">
      <Group>
        <Button onClick={() => setOpen('accept')}>Accept Bid</Button>
        <Button variant="default" onClick={() => setOpen('delete')}>
          Delete (fails)
        </Button>
        <Button variant="default" onClick={() => toast('Bid accepted and others rejected.')}>
          Toast
        </Button>
      </Group>
      <ConfirmDialog
        opened={open === 'accept'}
        onClose={close}
        title="Accept Bid"
        question="Accept this bid? This will reject all others."
        confirm="Accept Bid"
        onConfirm={soon}
      >
        Front Range Mechanical, $7,350.00. Four other bids are declined.
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title="Delete job"
        question="Are you sure you want to delete this job?"
        confirm="Delete"
        isDangerous
        onConfirm={never}
        failed="Something went wrong."
      />
    </Section>
  )
}
