import { Button } from '@mantine/core'
import { UserRoundCheck } from 'lucide-react'
import { useNow } from '#lib/browser-state.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { Time } from '#ui/time.tsx'
import { type Act, banEntry } from './admin-users.tsx'
import { BanChip, isBanned } from './ban.tsx'
import { newcomersFile, newcomersSize, useNewcomers } from './newcomers.queries.ts'
import styles from './users.module.css'
import type { Person } from './users.queries.ts'

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
export function AdminNewcomerList({ onAct }: { onAct: Act }) {
  const list = useListState({
    filters: ['q', 'state'],
    known: { state: ['waiting', 'banned'] },
    sorts: sorts.map(({ by }) => by),
    sort: { by: 'created_at', descending: true },
  })
  const query = useNewcomers(list)
  useLive({ tables, keys, minIntervalMs: busyListIntervalMs })
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

function newcomerColumns(act: Act): Column<Person>[] {
  return [
    { head: 'Name', cell: (person) => <Name person={person} />, sort: 'full_name' },
    { head: 'Email or phone', cell: ({ email }) => <bdi>{email || '–'}</bdi>, sort: 'email' },
    {
      head: 'Created',
      cell: ({ createdAt }) => <Time at={createdAt} />,
      sort: 'created_at',
      isShort: true,
    },
    {
      head: 'Role',
      isShort: true,
      cell: (person) => <Role person={person} act={act} />,
    },
    {
      head: 'Actions',
      isAction: true,
      cell: (person) => (
        <MoreMenu label={`Actions for ${person.name}`} entries={[banEntry(person, act)]} />
      ),
    },
  ]
}

function Role({ person, act }: { person: Person; act: Act }) {
  const now = useNow()
  if (isBanned(person.bannedUntil, now)) return <>Lift the ban first.</>
  return (
    <Button
      size="compact-md"
      variant="default"
      aria-label={`Give a role to ${person.name}`}
      onClick={() => act('admit', person)}
    >
      Give a role
    </Button>
  )
}

function Name({ person: { fullName, bannedUntil } }: { person: Person }) {
  return (
    <span className={styles.user}>
      <bdi>{fullName || '–'}</bdi>
      <BanChip until={bannedUntil} />
    </span>
  )
}
