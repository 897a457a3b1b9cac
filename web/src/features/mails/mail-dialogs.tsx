import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dataOrNull } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { supabase } from '#lib/supabase.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import type { UnsentMail } from './admin-mails.queries.ts'

const link = `The link or code in it works from the time it is sent, unless the user has requested a
  newer one. It can be sent until four days after the request.`

/** These texts explain what is sent again. The keys are the kinds of outbox rows. */
const explanations: Record<string, string> = {
  notification_email: 'Notices that are read or out of date are left out.',
  mail: 'The original text is sent.',
  'auth.link': link,
  'auth.sign-up': link,
}

export function SendAgainDialog({ mail, ...dialog }: MailDialogProps) {
  return (
    <MailDialog
      {...dialog}
      mail={mail}
      title="Send again"
      question="Try to send this email again?"
      confirm="Send again"
      act={sendAgain}
      done="The email is on its way."
    >
      {explanations[mail.kind]}
    </MailDialog>
  )
}

export function RemoveMailDialog(dialog: MailDialogProps) {
  return (
    <MailDialog
      {...dialog}
      title="Remove email"
      question="Remove this email from the list?"
      confirm="Remove"
      isDangerous
      act={removeMail}
      done="Email removed."
    >
      It will never be sent. This can't be undone.
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
  /** The text of the toast after success. */
  done: string
  /** The consequences of the action, shown below the question. */
  children: ReactNode
}

export function MailDialog({ mail, act, done, children, ...dialog }: Props) {
  const queries = useQueryClient()
  const run = async () => {
    try {
      await act(mail.id)
      toast(done)
    } finally {
      // Refetch even if the server refused, because another admin may already have acted on this email.
      for (const key of affectedKeys) refreshQueries(queries, key)
    }
  }
  return (
    <ConfirmDialog {...dialog} onConfirm={run}>
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
