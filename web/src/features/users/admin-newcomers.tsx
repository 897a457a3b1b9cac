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
import {
  adminNewcomersCsv,
  adminNewcomersPageSize,
  useAdminNewcomers,
} from './admin-newcomers.queries.ts'
import type { AdminUser } from './admin-users.queries.ts'
import { banMenuEntry, type StartAction } from './admin-users.tsx'
import { BanChip, isBanned } from './ban.tsx'
import styles from './users.module.css'

// A user leaves the list when an admin gives a role, which inserts a profile.
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
    label: 'Status',
    options: [
      { value: '', label: 'Any status' },
      { value: 'waiting', label: 'Waiting' },
      { value: 'banned', label: 'Banned' },
    ],
  },
]

const emptyState = (
  <NothingYet icon={UserRoundCheck} title="No new sign-ups yet.">
    New sign-ups without a role appear here.
  </NothingYet>
)

/** The admin list of self-registered users without a role. */
export function AdminNewcomerList({ onAction }: { onAction: StartAction }) {
  const list = useListState({
    filters: ['q', 'state'],
    known: { state: ['waiting', 'banned'] },
    sorts: sorts.map(({ by }) => by),
    sort: { by: 'created_at', descending: true },
  })
  const query = useAdminNewcomers(list)
  useLive({ tables, keys, minIntervalMs: busyListIntervalMs })
  return (
    <Listing
      label="New sign-ups"
      query={query}
      list={list}
      size={adminNewcomersPageSize}
      found={{ one: 'new sign-up' }}
      search={{ name: 'q', label: 'Search by name, email or phone...' }}
      choices={choices}
      sorts={sorts}
      loading="Loading new sign-ups..."
      failed="Failed to load new sign-ups."
      nothing={emptyState}
      noMatch="No new sign-ups found."
      file={adminNewcomersCsv(list)}
    >
      {({ rows, view }) => (
        <DataTable
          caption="New sign-ups"
          columns={columnsFor(onAction)}
          rows={rows}
          keyOf={({ id }) => id}
          list={list}
          view={view}
        />
      )}
    </Listing>
  )
}

function columnsFor(start: StartAction): Column<AdminUser>[] {
  return [
    { head: 'Name', cell: (user) => <Name user={user} />, sort: 'full_name' },
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
      cell: (user) => <Role user={user} start={start} />,
    },
    {
      head: 'Actions',
      isAction: true,
      cell: (user) => (
        <MoreMenu label={`Actions for ${user.name}`} entries={[banMenuEntry(user, start)]} />
      ),
    },
  ]
}

function Role({ user, start }: { user: AdminUser; start: StartAction }) {
  const now = useNow()
  if (isBanned(user.bannedUntil, now)) return <>Lift the ban first.</>
  return (
    <Button
      size="compact-md"
      variant="default"
      aria-label={`Give a role to ${user.name}`}
      onClick={() => start('admit', user)}
    >
      Give a role
    </Button>
  )
}

function Name({ user: { fullName, bannedUntil } }: { user: AdminUser }) {
  return (
    <span className={styles.user}>
      <bdi>{fullName || '–'}</bdi>
      <BanChip until={bannedUntil} />
    </span>
  )
}
