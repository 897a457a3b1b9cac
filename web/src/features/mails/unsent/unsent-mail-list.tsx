import { MailCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useListState } from '#lib/lists/list-state.ts'
import { subjectChoices } from '#lib/mail-subjects.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { unsentMailColumns } from './unsent-mail-columns.tsx'
import {
  type UnsentMail,
  unsentMailsFile,
  unsentMailsSize,
  useUnsentMails,
} from './unsent-mails.ts'

const choices = [
  {
    name: 'about',
    label: 'About',
    options: [{ value: '', label: 'Any mail' }, ...subjectChoices],
  },
]

const sorts = [
  { by: 'dead_at', descending: true, label: 'Newest first' },
  { by: 'dead_at', descending: false, label: 'Oldest first' },
  { by: 'address', descending: false, label: 'Recipient' },
]

const nothing = (
  <NothingYet icon={MailCheck} title="Every mail was sent.">
    One that the mail server refuses for good, or for three days, stands here.
  </NothingYet>
)

const dialogs = {
  sendAgain: lazyPart(() => import('./send-again-dialog.tsx'), PlainDialog),
  remove: lazyPart(() => import('./remove-mail-dialog.tsx'), PlainDialog),
}

/** Mails that were given up: to whom, about what, and why. */
export function UnsentMailList() {
  const list = useListState({
    filters: ['q', 'about'],
    known: { about: subjectChoices.map(({ value }) => value) },
    sorts: sorts.map(({ by }) => by),
    sort: { by: 'dead_at', descending: true },
  })
  const query = useUnsentMails(list)
  const { subject: mail, opened, open, close } = useDialog<UnsentMail>()
  const [act, setAct] = useState<keyof typeof dialogs>('sendAgain')
  const Dialog = dialogs[act]
  const asking = (wanted: keyof typeof dialogs) => (about: UnsentMail) => {
    setAct(wanted)
    open(about)
  }
  const columns = unsentMailColumns({
    onSendAgain: asking('sendAgain'),
    onRemove: asking('remove'),
  })
  return (
    <>
      <Listing
        label="Unsent mails"
        query={query}
        list={list}
        size={unsentMailsSize}
        found={{ one: 'unsent mail' }}
        search={{ name: 'q', label: 'Search by recipient or reason...' }}
        choices={choices}
        sorts={sorts}
        loading="Loading unsent mails..."
        failed="Failed to load unsent mails."
        nothing={nothing}
        noMatch="No unsent mails found."
        file={unsentMailsFile(list)}
      >
        {({ rows, view }) => (
          <DataTable
            caption="Unsent mails"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            list={list}
            view={view}
          />
        )}
      </Listing>
      <Suspense>
        {mail ? <Dialog key={mail.id} mail={mail} opened={opened} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
