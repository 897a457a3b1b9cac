import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorFieldsOf } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { secondaryClient } from '#lib/secondary-client.ts'
import { supabase } from '#lib/supabase.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { linkedAccountsKey } from './linked-accounts.ts'
import { NumberCodeForm, NumberForm } from './verification-forms.tsx'

interface Props {
  userId: string
  /** The current number, or an empty string if the account has none. */
  currentNumber: string
  opened: boolean
  onClose: () => void
}

/** Changes the phone number: asks for a number, and then for the code that is sent to the number. */
export default function NumberDialog({ userId, currentNumber, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [newNumber, setNewNumber] = useState<string>()
  const sendCode = async (number: string) => {
    if (number === currentNumber) throw new SameNumberError()
    await requestNumberChange(number)
    setNewNumber(number)
  }
  const verify = async (number: string, code: string) => {
    await verifyNumber(number, code)
    toast('Phone number saved.')
    refreshQueries(queries, linkedAccountsKey(userId))
    onClose()
  }
  const title = currentNumber ? 'Change phone number' : 'Add phone number'
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {newNumber ? (
        <NumberCodeForm
          message={`If no other account has it, a code is on its way to ${newNumber}. You can use it for ten minutes.`}
          onCode={(code) => verify(newNumber, code)}
          errorTextFor={codeErrorText}
          onCancel={onClose}
        />
      ) : (
        <NumberForm
          description="We'll text a code to it now, and whenever you log in with it."
          onNumber={sendCode}
          errorTextFor={(error) =>
            error instanceof SameNumberError ? 'This is already your number.' : undefined
          }
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}

class SameNumberError extends Error {}

/** The server saves the number only after the code is verified. */
async function requestNumberChange(phone: string) {
  const { auth } = await supabase()
  const { error } = await auth.updateUser({ phone })
  if (error) throw error
}

/** Verifies a number with a separate client, because the verification would replace the page's session. */
async function verifyNumber(phone: string, token: string) {
  const { auth } = await secondaryClient()
  const { error } = await auth.verifyOtp({ phone, token, type: 'phone_change' })
  if (error) throw error
  await auth.signOut({ scope: 'local' })
}

function codeErrorText(error: unknown) {
  return errorFieldsOf(error).code === 'otp_expired'
    ? 'That code is incorrect or expired. Use the code from our latest text message.'
    : undefined
}
