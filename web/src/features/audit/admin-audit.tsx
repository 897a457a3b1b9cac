import { ScrollText } from 'lucide-react'
import { adminUserPath } from '#lib/user-paths.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { AdminList, type AdminListShape, useAdminListState } from '#ui/table/admin-list.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { FoldedText, NameLink } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { adminAuditCsv, type AuditEntry, useAdminAudit } from './admin-audit.queries.ts'
import { actionChoices } from './entry-texts.ts'

const choices = [{ value: '', label: 'Any action' }, ...actionChoices]

const sorts: AdminListShape['sorts'] = [
  { by: 'at', descending: true, label: 'Newest first' },
  { by: 'at', descending: false, label: 'Oldest first' },
]

const shapeOfUser: AdminListShape = {
  label: 'Audit log',
  one: 'entry',
  many: 'entries',
  nounInMessages: 'the audit log',
  choices: [{ name: 'action', label: 'Action', options: choices }],
  sorts,
  empty: (
    <NothingYet icon={ScrollText} title="No entries yet.">
      Admin actions on accounts, awards, payments and reviews appear here.
    </NothingYet>
  ),
}

const shape: AdminListShape = {
  ...shapeOfUser,
  search: { name: 'q', label: 'Search by name or reason...' },
  isSearchLimited: true,
}

/** Shows the audit log to admins. If a user is given, shows only the entries about this user and of this admin. */
export function AdminAuditList({ userId }: { userId?: string }) {
  const shapeHere = userId ? shapeOfUser : shape
  const list = useAdminListState(shapeHere)
  const query = useAdminAudit(list, userId)
  return (
    <AdminList
      shape={shapeHere}
      list={list}
      query={query}
      file={adminAuditCsv(list, userId)}
      columns={columns}
    />
  )
}

const columns: Column<AuditEntry>[] = [
  { head: 'When', cell: ({ at }) => <Time at={at} />, sort: 'at' },
  {
    head: 'Admin',
    cell: ({ actor, actorId }) =>
      actorId ? <NameLink to={adminUserPath(actorId)}>{actor}</NameLink> : actor,
  },
  { head: 'Action', cell: ({ actionName }) => actionName },
  {
    head: 'Subject',
    cell: ({ userId, subjectName }) =>
      userId ? (
        <NameLink to={adminUserPath(userId)}>{subjectName}</NameLink>
      ) : (
        <bdi>{subjectName}</bdi>
      ),
  },
  { head: 'Reason', cell: ({ reason }) => <FoldedText>{reason || '–'}</FoldedText> },
  { head: 'Details', cell: ({ details }) => <bdi>{details || '–'}</bdi> },
]
