import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { formatCount } from '#lib/format.ts'
import { FoldedText } from '#ui/text.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { Time } from '#ui/time.tsx'
import type { UnsentMail } from './unsent-mails.ts'
import styles from './unsent-mails.module.css'

interface Acts {
  onSendAgain: (mail: UnsentMail) => void
  onRemove: (mail: UnsentMail) => void
}

export function unsentMailColumns({ onSendAgain, onRemove }: Acts): Column<UnsentMail>[] {
  return [
    { head: 'To', cell: (mail) => <Recipient mail={mail} />, sort: 'address' },
    { head: 'About', cell: ({ subject }) => subject, isShort: true },
    {
      head: 'Given up',
      cell: ({ givenUpAt }) => <Time at={givenUpAt} />,
      sort: 'dead_at',
      isShort: true,
    },
    {
      head: 'Why it failed',
      cell: ({ reason, attempts }) => (
        <>
          <FoldedText>{reason || 'No reason is known.'}</FoldedText>
          <span className={styles.attempts}>{formatCount(attempts, 'attempt')}</span>
        </>
      ),
    },
    {
      head: 'What to do',
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
            aria-label={`Remove the mail to ${mail.address}`}
            onClick={() => onRemove(mail)}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ]
}

/** An address that belongs to nobody any more, or not yet, leads nowhere. */
function Recipient({ mail: { address, recipientId } }: { mail: UnsentMail }) {
  const words = <bdi>{address}</bdi>
  return recipientId ? <Link to={`/profile?id=${recipientId}`}>{words}</Link> : words
}
