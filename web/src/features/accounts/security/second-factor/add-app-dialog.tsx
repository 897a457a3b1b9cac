import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshQueries } from '#lib/live/refresh.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FreshCodes } from './fresh-codes.tsx'
import { NameAppForm } from './name-app-form.tsx'
import { ProveAppForm } from './prove-app-form.tsx'
import type { BegunApp } from './second-factors.ts'

interface Props {
  userId: string
  areCodesThere: boolean
  opened: boolean
  onClose: () => void
}

/** A name, a picture to scan, a code to prove it, and with the first app codes for the day it is lost. */
export default function AddAppDialog({ userId, areCodesThere, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [begun, setBegun] = useState<BegunApp>()
  const [isProven, setProven] = useState(false)
  const finish = () => {
    refreshQueries(queries, ['accounts', 'sessions', userId])
    // With codes to come the list waits for these: the dialog stands beside it.
    if (areCodesThere) {
      refreshQueries(queries, ['accounts', 'second-factors', userId])
      return onClose()
    }
    setProven(true)
  }
  return (
    <Dialog opened={opened} onClose={onClose} title="Add an authenticator app">
      {isProven ? (
        <FreshCodes userId={userId} areThere={false} onDone={onClose} />
      ) : begun ? (
        <ProveAppForm app={begun} onProven={finish} onCancel={onClose} />
      ) : (
        <NameAppForm onBegun={setBegun} onCancel={onClose} />
      )}
    </Dialog>
  )
}
