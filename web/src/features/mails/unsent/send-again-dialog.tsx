import { sendAgain } from './act-on-mail.ts'
import { type MailDialogProps, MailDialog } from './mail-dialog.tsx'

const link = `Its link or code counts from when it is sent, unless a newer one was asked for. Four
  days after it was asked for it is sent no more; whoever needs one can ask for a new one.`

/** What becomes of its words meanwhile, by the kind of work that sends it. */
const sentAs: Record<string, string> = {
  letter: 'What was seen meanwhile, or is over, is left out of it.',
  mail: 'It says what it was to say then.',
  'auth.link': link,
  'auth.sign-up': link,
}

export default function SendAgainDialog({ mail, ...dialog }: MailDialogProps) {
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
      {sentAs[mail.kind]}
    </MailDialog>
  )
}
