import { ScrollText } from 'lucide-react'
import { useListState } from '#lib/lists/list-state.ts'
import { searchLimit } from '#lib/lists/search.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { FoldedText, NamedWithId } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import {
  adminAuditCsv,
  adminAuditPageSize,
  type AuditEntry,
  useAdminAudit,
} from './admin-audit.queries.ts'
import { actionChoices } from './entry-texts.ts'

const choices = [{ value: '', label: 'Any action' }, ...actionChoices]

const sorts = [
  { by: 'at', descending: true, label: 'Newest first' },
  { by: 'at', descending: false, label: 'Oldest first' },
]

const emptyState = (
  <NothingYet icon={ScrollText} title="No entries yet.">
    Admin actions on accounts, awards, payments and reviews appear here.
  </NothingYet>
)

/** The admin list of audit log entries. Nobody can change an entry. */
export function AdminAuditList() {
  const list = useListState({
    filters: ['q', 'action'],
    known: { action: choices.map(({ value }) => value) },
    sorts: ['at'],
    sort: { by: 'at', descending: true },
  })
  const query = useAdminAudit(list)
  return (
    <Listing
      label="Audit log"
      query={query}
      list={list}
      size={adminAuditPageSize}
      found={{
        one: 'entry',
        many: 'entries',
        maxRows: list.filters['q'] ? searchLimit : undefined,
      }}
      search={{ name: 'q', label: 'Search by name or reason...' }}
      choices={[{ name: 'action', label: 'Action', options: choices }]}
      sorts={sorts}
      loading="Loading the audit log..."
      failed="Failed to load the audit log."
      nothing={emptyState}
      noMatch="No entries found."
      file={adminAuditCsv(list)}
    >
      {({ rows, view }) => (
        <DataTable
          caption="Audit log"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          list={list}
          view={view}
        />
      )}
    </Listing>
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
