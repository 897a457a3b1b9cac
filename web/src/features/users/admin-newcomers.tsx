import { Button } from '@mantine/core'
import { UserRoundCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useNow } from '#lib/browser-state.ts'
import { adminUserPath } from '#lib/user-paths.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { AdminList, type AdminListShape, useAdminListState } from '#ui/table/admin-list.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { Time } from '#ui/time.tsx'
import { adminNewcomersCsv, useAdminNewcomers } from './admin-newcomers.queries.ts'
import type { AdminUser } from './admin-users.queries.ts'
import { banMenuEntry, type StartAction } from './admin-users.tsx'
import { BanChip, isBanned } from './ban.tsx'
import styles from './users.module.css'

const sorts: AdminListShape['sorts'] = [
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
      { value: 'banned', label: 'Suspended' },
    ],
  },
]

const shape: AdminListShape = {
  label: 'New sign-ups',
  one: 'new sign-up',
  search: { name: 'q', label: 'Search by name, email or phone...' },
  choices,
  sorts,
  empty: (
    <NothingYet icon={UserRoundCheck} title="No new sign-ups yet.">
      New sign-ups without a role appear here.
    </NothingYet>
  ),
  // The server inserts a profile when a user gets a role and leaves this list.
  live: {
    tables: [{ table: 'profiles', event: 'INSERT' }],
    keys: [['accounts', 'people', 'newcomers']],
  },
}

/** Shows the admin list of self-registered users without a role. */
export function AdminNewcomerList({ onAction }: { onAction: StartAction }) {
  const list = useAdminListState(shape)
  const query = useAdminNewcomers(list)
  return (
    <AdminList
      shape={shape}
      list={list}
      query={query}
      file={adminNewcomersCsv(list)}
      columns={columnsFor(onAction)}
    />
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
  if (isBanned(user.bannedUntil, now)) return <>Lift the suspension first.</>
  return (
    <Button
      size="compact-md"
      variant="default"
      aria-label={`Assign role to ${user.name}`}
      onClick={() => start('admit', user)}
    >
      Assign role
    </Button>
  )
}

function Name({ user: { id, name, bannedUntil } }: { user: AdminUser }) {
  return (
    <span className={styles.user}>
      <Link to={adminUserPath(id)}>
        <bdi>{name}</bdi>
      </Link>
      <BanChip until={bannedUntil} />
    </span>
  )
}
