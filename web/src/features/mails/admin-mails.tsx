import { Button } from '@mantine/core'
import { MailCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#lib/format.ts'
import { subjectChoices } from '#lib/mail-subjects.ts'
import { adminUserPath } from '#lib/user-paths.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { AdminList, type AdminListShape, useAdminListState } from '#ui/table/admin-list.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { FoldedText } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { adminMailsCsv, type UnsentMail, useAdminMails } from './admin-mails.queries.ts'
import styles from './mails.module.css'

const choices = [
  {
    name: 'about',
    label: 'About',
    options: [{ value: '', label: 'Any email' }, ...subjectChoices],
  },
]

const sorts: AdminListShape['sorts'] = [
  { by: 'dead_at', descending: true, label: 'Newest first' },
  { by: 'dead_at', descending: false, label: 'Oldest first' },
  { by: 'address', descending: false, label: 'Recipient' },
]

const load = () => import('./mail-dialogs.tsx')

const dialogs = {
  sendAgain: lazyPart(async () => ({ default: (await load()).SendAgainDialog }), PlainDialog),
  remove: lazyPart(async () => ({ default: (await load()).RemoveMailDialog }), PlainDialog),
}

const shape: AdminListShape = {
  label: 'Unsent emails',
  one: 'unsent email',
  search: { name: 'q', label: 'Search by recipient or reason...' },
  choices,
  sorts,
  empty: (
    <NothingYet icon={MailCheck} title="All emails were sent.">
      Emails that couldn't be delivered appear here.
    </NothingYet>
  ),
}

/** Shows the admin list of emails that the server gave up on. */
export function AdminMailList() {
  const list = useAdminListState(shape)
  const query = useAdminMails(list)
  const { subject: mail, opened, open, close } = useDialog<UnsentMail>()
  const [action, setAction] = useState<keyof typeof dialogs>('sendAgain')
  const Dialog = dialogs[action]
  const openDialog = (next: keyof typeof dialogs) => (about: UnsentMail) => {
    setAction(next)
    open(about)
  }
  const columns = columnsFor({
    onSendAgain: openDialog('sendAgain'),
    onRemove: openDialog('remove'),
  })
  return (
    <>
      <AdminList
        shape={shape}
        list={list}
        query={query}
        file={adminMailsCsv(list)}
        columns={columns}
      />
      <Suspense>
        {mail ? <Dialog key={mail.id} mail={mail} opened={opened} onClose={close} /> : null}
      </Suspense>
    </>
  )
}

interface MailActions {
  onSendAgain: (mail: UnsentMail) => void
  onRemove: (mail: UnsentMail) => void
}

function columnsFor({ onSendAgain, onRemove }: MailActions): Column<UnsentMail>[] {
  return [
    { head: 'To', cell: (mail) => <Recipient mail={mail} />, sort: 'address' },
    { head: 'About', cell: ({ subject }) => subject, isShort: true },
    {
      head: 'Failed',
      cell: ({ givenUpAt }) => <Time at={givenUpAt} />,
      sort: 'dead_at',
      isShort: true,
    },
    {
      head: 'Why it failed',
      cell: ({ reason, attempts }) => (
        <>
          <FoldedText>{reason || 'Unknown reason'}</FoldedText>
          <span className={styles.attempts}>{formatCount(attempts, 'attempt')}</span>
        </>
      ),
    },
    {
      head: 'Actions',
      isAction: true,
      cell: (mail) => (
        <span className={styles.acts}>
          <Button
            size="compact-md"
            variant="default"
            aria-label={`Send again to ${mail.address}`}
            onClick={() => onSendAgain(mail)}
          >
            Send again
          </Button>
          <Button
            size="compact-md"
            variant="subtle"
            aria-label={`Remove the email to ${mail.address}`}
            onClick={() => onRemove(mail)}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ]
}

/** Links to the recipient's profile if the address belongs to a user. */
function Recipient({ mail: { address, recipientId } }: { mail: UnsentMail }) {
  const text = <bdi>{address}</bdi>
  return recipientId ? <Link to={adminUserPath(recipientId)}>{text}</Link> : text
}
