import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshQueries } from '#lib/live/refresh.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { NumberCodeForm } from '../phone/number-code-form.tsx'
import { NumberForm } from '../phone/number-form.tsx'
import { beginNumber, codeWords, proveNumber } from './number.ts'
import { waysInKey } from './ways-in.ts'

interface Props {
  userId: string
  /** None yet where it is empty. */
  present: string
  opened: boolean
  onClose: () => void
}

/** A number, then the code that is sent to it. */
export default function NumberDialog({ userId, present, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<string>()
  const ask = async (number: string) => {
    if (number === present) throw new SameNumber()
    await beginNumber(number)
    setAsked(number)
  }
  const prove = async (number: string, code: string) => {
    await proveNumber(number, code)
    toast('Your phone number is saved.')
    refreshQueries(queries, waysInKey(userId))
    onClose()
  }
  const title = present ? 'Change phone number' : 'Add phone number'
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {asked ? (
        <NumberCodeForm
          told={`Unless somebody else has it, a code is on its way to ${asked}. It works for ten minutes.`}
          onCode={(code) => prove(asked, code)}
          wordsFor={codeWords}
          onCancel={onClose}
        />
      ) : (
        <NumberForm
          description="We send a code to it by text message now, and whenever you sign in by it."
          onNumber={ask}
          wordsFor={(error) =>
            error instanceof SameNumber ? 'This is your number already.' : undefined
          }
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}

class SameNumber extends Error {}
