import { ScrollText } from 'lucide-react'
import { useListState } from '#lib/lists/list-state.ts'
import { searchLimit } from '#lib/lists/search.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { FoldedText, NamedWithId } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { entriesFile, entriesSize, type Entry, useEntries } from './audit.queries.ts'
import { actions } from './entry-texts.ts'

const choices = [{ value: '', label: 'Everything' }, ...actions]

const sorts = [
  { by: 'at', descending: true, label: 'Newest first' },
  { by: 'at', descending: false, label: 'Oldest first' },
]

const nothing = (
  <NothingYet icon={ScrollText} title="Nothing on record yet.">
    What admins do to accounts, awards, payments and reviews stands here, with the reason.
  </NothingYet>
)

/** What admins did, when, to whom and why. Nobody can change it. */
export function AdminAuditList() {
  const list = useListState({
    filters: ['q', 'action'],
    known: { action: choices.map(({ value }) => value) },
    sorts: ['at'],
    sort: { by: 'at', descending: true },
  })
  const query = useEntries(list)
  return (
    <Listing
      label="Audit log"
      query={query}
      list={list}
      size={entriesSize}
      found={{
        one: 'entry',
        many: 'entries',
        maxRows: list.filters['q'] ? searchLimit : undefined,
      }}
      search={{ name: 'q', label: 'Search by name or reason...' }}
      choices={[{ name: 'action', label: 'What', options: choices }]}
      sorts={sorts}
      loading="Loading the audit log..."
      failed="Failed to load the audit log."
      nothing={nothing}
      noMatch="No entries found."
      file={entriesFile(list)}
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

const columns: Column<Entry>[] = [
  { head: 'When', cell: ({ at }) => <Time at={at} />, sort: 'at' },
  {
    head: 'Who',
    cell: ({ actor, actorId }) =>
      actorId ? (
        <NamedWithId isStacked id={actorId}>
          {actor}
        </NamedWithId>
      ) : (
        actor
      ),
  },
  { head: 'What', cell: ({ deed }) => deed },
  {
    head: 'Whom',
    cell: ({ subject, subjectName }) => (
      <NamedWithId isStacked id={subject}>
        {subjectName}
      </NamedWithId>
    ),
  },
  { head: 'Reason', cell: ({ reason }) => <FoldedText>{reason || '–'}</FoldedText> },
  { head: 'Details', cell: ({ details }) => <bdi>{details || '–'}</bdi> },
]
