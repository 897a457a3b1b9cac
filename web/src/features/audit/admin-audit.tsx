import { ScrollText } from 'lucide-react'
import { NothingYet } from '#ui/query-states.tsx'
import { AdminList, type AdminListShape, useAdminListState } from '#ui/table/admin-list.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { FoldedText, NamedWithId } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { adminAuditCsv, type AuditEntry, useAdminAudit } from './admin-audit.queries.ts'
import { actionChoices } from './entry-texts.ts'

const choices = [{ value: '', label: 'Any action' }, ...actionChoices]

const sorts: AdminListShape['sorts'] = [
  { by: 'at', descending: true, label: 'Newest first' },
  { by: 'at', descending: false, label: 'Oldest first' },
]

const shape: AdminListShape = {
  label: 'Audit log',
  one: 'entry',
  many: 'entries',
  nounInMessages: 'the audit log',
  search: { name: 'q', label: 'Search by name or reason...' },
  isSearchLimited: true,
  choices: [{ name: 'action', label: 'Action', options: choices }],
  sorts,
  empty: (
    <NothingYet icon={ScrollText} title="No entries yet.">
      Admin actions on accounts, awards, payments and reviews appear here.
    </NothingYet>
  ),
}

/** Shows the audit log to admins. */
export function AdminAuditList() {
  const list = useAdminListState(shape)
  const query = useAdminAudit(list)
  return (
    <AdminList
      shape={shape}
      list={list}
      query={query}
      file={adminAuditCsv(list)}
      columns={columns}
    />
  )
}

const columns: Column<AuditEntry>[] = [
  { head: 'When', cell: ({ at }) => <Time at={at} />, sort: 'at' },
  {
    head: 'Admin',
    cell: ({ actor, actorId }) =>
      actorId ? (
        <NamedWithId isStacked id={actorId}>
          {actor}
        </NamedWithId>
      ) : (
        actor
      ),
  },
  { head: 'Action', cell: ({ actionName }) => actionName },
  {
    head: 'Subject',
    cell: ({ subject, subjectName }) => (
      <NamedWithId isStacked id={subject}>
        {subjectName}
      </NamedWithId>
    ),
  },
  { head: 'Reason', cell: ({ reason }) => <FoldedText>{reason || '–'}</FoldedText> },
  { head: 'Details', cell: ({ details }) => <bdi>{details || '–'}</bdi> },
]
