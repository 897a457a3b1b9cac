import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refreshQueries } from '#lib/live/refresh.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { changedByMails } from './act-on-mail.ts'
import type { UnsentMail } from './unsent-mails.ts'

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
  /** Said once it is done. */
  done: string
  /** What else it brings about. */
  children: ReactNode
}

/** Asks before something is done about a mail, and says which one it is. */
export function MailDialog({ mail, act, done, children, ...dialog }: Props) {
  const queries = useQueryClient()
  const run = async () => {
    try {
      await act(mail.id)
      toast(done)
    } finally {
      // Also where it was refused: another admin was faster.
      for (const key of changedByMails) refreshQueries(queries, key)
    }
  }
  return (
    <ConfirmDialog {...dialog} onConfirm={run} failed="Something went wrong.">
      “{mail.subject}” to <bdi>{mail.address}</bdi>. {children}
    </ConfirmDialog>
  )
}
