import { removeMail } from './act-on-mail.ts'
import { type MailDialogProps, MailDialog } from './mail-dialog.tsx'

export default function RemoveMailDialog(dialog: MailDialogProps) {
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
