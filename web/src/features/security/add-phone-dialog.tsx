import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorFieldsOf } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { NewCodes, useCodesGuard } from './recovery-codes-dialog.tsx'
import { type EnrolledPhone, enrollPhone, verifyPhone } from './second-factors.ts'
import { NumberCodeForm, NumberForm } from './verification-forms.tsx'

interface Props {
  userId: string
  hasCodes: boolean
  opened: boolean
  onClose: () => void
}

const takenCodes = new Set(['mfa_verified_factor_exists', 'mfa_factor_name_conflict'])

const errorTextFor = (error: unknown) =>
  takenCodes.has(errorFieldsOf(error).code) ? "You've already added this phone." : undefined

/** Adds a phone, and makes recovery codes if the user has none yet. */
export default function AddPhoneDialog({ userId, hasCodes, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [phone, setPhone] = useState<EnrolledPhone>()
  const [isVerified, setVerified] = useState(false)
  const { close, guard } = useCodesGuard(onClose)
  const finish = () => {
    refreshQueries(queries, ['accounts', 'sessions', userId])
    if (!hasCodes) return setVerified(true)
    refreshQueries(queries, ['accounts', 'second-factors', userId])
    return onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title="Add a phone">
      {isVerified ? (
        <NewCodes userId={userId} hasCodes={false} guard={guard} />
      ) : phone ? (
        <NumberCodeForm
          message={`A code is on its way to ${phone.number}. You can use it for five minutes.`}
          onCode={(code) => verifyPhone(phone, code).then(finish)}
          aside="Other devices will be logged out."
          onCancel={onClose}
        />
      ) : (
        <NumberForm
          description="We'll text a code to it now, and when you log in."
          onNumber={(number) => enrollPhone(number).then(setPhone)}
          errorTextFor={errorTextFor}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
