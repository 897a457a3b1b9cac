import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dataOrNull } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { supabase } from '#lib/supabase.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import type { UnsentMail } from './admin-mails.queries.ts'

const link = `Its link or code counts from when it is sent, unless a newer one was asked for. Four
  days after it was asked for it is sent no more; whoever needs one can ask for a new one.`

/** Tells how current the text of the email will be, by the kind of its outbox row. */
const explanations: Record<string, string> = {
  letter: 'What was seen meanwhile, or is over, is left out of it.',
  mail: 'It says what it was to say then.',
  'auth.link': link,
  'auth.sign-up': link,
}

export function SendAgainDialog({ mail, ...dialog }: MailDialogProps) {
  return (
    <MailDialog
      {...dialog}
      mail={mail}
      title="Send again"
      question="Try once more to send this mail?"
      confirm="Send again"
      act={sendAgain}
      done="The mail is on its way."
    >
      {explanations[mail.kind]}
    </MailDialog>
  )
}

export function RemoveMailDialog(dialog: MailDialogProps) {
  return (
    <MailDialog
      {...dialog}
      title="Remove mail"
      question="Take this mail off the list?"
      confirm="Remove"
      isDangerous
      act={removeMail}
      done="Mail removed."
    >
      It is never sent, and cannot be brought back.
    </MailDialog>
  )
}

export interface MailDialogProps {
  mail: UnsentMail
  opened: boolean
  onClose: () => void
}

interface Props extends MailDialogProps {
  title: string
  question: string
  confirm: string
  isDangerous?: boolean
  act: (id: string) => Promise<void>
  /** The toast after success. */
  done: string
  /** Further consequences. */
  children: ReactNode
}

/** Names the email and asks before the action. */
export function MailDialog({ mail, act, done, children, ...dialog }: Props) {
  const queries = useQueryClient()
  const run = async () => {
    try {
      await act(mail.id)
      toast(done)
    } finally {
      // Also after a refusal, because another admin may have been faster.
      for (const key of affectedKeys) refreshQueries(queries, key)
    }
  }
  return (
    <ConfirmDialog {...dialog} onConfirm={run} failed="Something went wrong.">
      “{mail.subject}” to <bdi>{mail.address}</bdi>. {children}
    </ConfirmDialog>
  )
}

/** Query keys to invalidate after an action on an unsent email. */
export const affectedKeys = [['mails'], ['audit'], ['analytics']] as const

export async function sendAgain(mail_id: string) {
  const client = await supabase()
  dataOrNull(await client.rpc('admin_send_again', { mail_id }))
}

export async function removeMail(mail_id: string) {
  const client = await supabase()
  dataOrNull(await client.rpc('admin_remove_mail', { mail_id }))
}
