import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorFieldsOf } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { NumberCodeForm } from '../phone/number-code-form.tsx'
import { NumberForm } from '../phone/number-form.tsx'
import { FreshCodes } from './fresh-codes.tsx'
import { beginPhone, type BegunPhone, provePhone } from './phones.ts'

interface Props {
  userId: string
  areCodesThere: boolean
  opened: boolean
  onClose: () => void
}

const taken = new Set(['mfa_verified_factor_exists', 'mfa_factor_name_conflict'])

const wordsFor = (error: unknown) =>
  taken.has(errorFieldsOf(error).code) ? 'This phone is there already.' : undefined

/** A number, the code that is sent to it, and with the first second factor codes for the day it is lost. */
export default function AddPhoneDialog({ userId, areCodesThere, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [begun, setBegun] = useState<BegunPhone>()
  const [isProven, setProven] = useState(false)
  const finish = () => {
    refreshQueries(queries, ['accounts', 'sessions', userId])
    if (!areCodesThere) return setProven(true)
    refreshQueries(queries, ['accounts', 'second-factors', userId])
    return onClose()
  }
  return (
    <Dialog opened={opened} onClose={onClose} title="Add a phone">
      {isProven ? (
        <FreshCodes userId={userId} areThere={false} onDone={onClose} />
      ) : begun ? (
        <NumberCodeForm
          told={`A code is on its way to ${begun.number}. It works for five minutes.`}
          onCode={(code) => provePhone(begun, code).then(finish)}
          aside="Devices that are signed in without it are signed out."
          onCancel={onClose}
        />
      ) : (
        <NumberForm
          description="We send a code to it by text message now, and at each sign-in that asks for one."
          onNumber={(number) => beginPhone(number).then(setBegun)}
          wordsFor={wordsFor}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
