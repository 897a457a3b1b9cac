import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renew } from '../../../../lib/live/renew.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FreshCodes } from './fresh-codes.tsx'
import { NumberForm } from './number-form.tsx'
import type { BegunPhone } from './phones.ts'
import { ProvePhoneForm } from './prove-phone-form.tsx'

interface Props {
  userId: string
  areCodesThere: boolean
  opened: boolean
  onClose: () => void
}

/** A number, the code that is sent to it, and with the first second factor codes for the day it is lost. */
export default function AddPhoneDialog({ userId, areCodesThere, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [begun, setBegun] = useState<BegunPhone>()
  const [isProven, setProven] = useState(false)
  const finish = () => {
    renew(queries, ['accounts', 'sessions', userId])
    if (!areCodesThere) return setProven(true)
    renew(queries, ['accounts', 'second-factors', userId])
    return onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title="Add a phone">
      {isProven ? (
        <FreshCodes userId={userId} areThere={false} onDone={onClose} />
      ) : begun ? (
        <ProvePhoneForm phone={begun} onProven={finish} onCancel={onClose} />
      ) : (
        <NumberForm onBegun={setBegun} onCancel={onClose} />
      )}
    </Dialog>
  )
}
