import { UserRoundCheck } from 'lucide-react'
import { useListState } from '#lib/lists/list-state.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import type { Act } from '../users/user-columns.tsx'
import { newcomerColumns } from './newcomer-columns.tsx'
import { newcomersFile, newcomersSize, useNewcomers } from './newcomers.ts'

// Whoever is given a role, by whichever admin, leaves the list.
const tables = [{ table: 'profiles', event: 'INSERT' }] as const
const keys = [['accounts', 'people', 'newcomers']]

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'full_name', descending: false, label: 'Name' },
  { by: 'email', descending: false, label: 'Email' },
]

const choices = [
  {
    name: 'state',
    label: 'Access',
    options: [
      { value: '', label: 'Banned or not' },
      { value: 'waiting', label: 'Waiting' },
      { value: 'banned', label: 'Banned' },
    ],
  },
]

const nothing = (
  <NothingYet icon={UserRoundCheck} title="Nobody waits for a role.">
    Where sign-up is open, whoever comes by themselves without one stands here.
  </NothingYet>
)

/** Everybody who came by themselves and has no role yet. */
export function NewcomerList({ onAct }: { onAct: Act }) {
  const list = useListState({
    filters: ['q', 'state'],
    known: { state: ['waiting', 'banned'] },
    sorts: sorts.map(({ by }) => by),
    sort: { by: 'created_at', descending: true },
  })
  const query = useNewcomers(list)
  useLive({ tables, keys, atMostEvery: busyListIntervalMs })
  return (
    <Listing
      label="Newcomers"
      query={query}
      list={list}
      size={newcomersSize}
      found={{ one: 'newcomer' }}
      search={{ name: 'q', label: 'Search by name, email or phone...' }}
      choices={choices}
      sorts={sorts}
      loading="Loading newcomers..."
      failed="Failed to load newcomers."
      nothing={nothing}
      noMatch="No newcomers found."
      file={newcomersFile(list)}
    >
      {({ rows, view }) => (
        <DataTable
          caption="Newcomers"
          columns={newcomerColumns(onAct)}
          rows={rows}
          keyOf={({ id }) => id}
          list={list}
          view={view}
        />
      )}
    </Listing>
  )
}
