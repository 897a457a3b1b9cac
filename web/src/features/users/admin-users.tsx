import { LogOut, ShieldBan, ShieldCheck, UserCog, Users } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay } from '#lib/format.ts'
import { useAccount } from '#lib/session/account.ts'
import { roleNames, roles } from '#lib/session/roles.ts'
import { adminUserPath } from '#lib/user-paths.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { AdminList, type AdminListShape, useAdminListState } from '#ui/table/admin-list.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import {
  type AdminUser,
  adminUsersCsv,
  type CsvColumn,
  useAdminUsers,
} from './admin-users.queries.ts'
import { BanChip, isBanned } from './ban.tsx'
import styles from './users.module.css'

interface Props {
  onAction: StartAction
}

const sorts: AdminListShape['sorts'] = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'last_active_at', descending: false, label: 'Least recently active' },
  { by: 'username', descending: false, label: 'Username' },
  { by: 'email', descending: false, label: 'Email' },
  { by: 'role', descending: false, label: 'Role' },
  { by: 'company_name', descending: false, label: 'Company' },
]

const choices = [
  {
    name: 'role',
    label: 'Role',
    options: [
      { value: '', label: 'Any role' },
      ...roles.map((role) => ({ value: role, label: roleNames[role] })),
    ],
  },
  {
    name: 'state',
    label: 'Status',
    options: [
      { value: '', label: 'Any status' },
      { value: 'banned', label: 'Suspended' },
    ],
  },
]

const shape: AdminListShape = {
  label: 'Users',
  one: 'user',
  loading: 'Loading ...',
  search: { name: 'search', label: 'Search by name, email, or role...' },
  choices,
  sorts,
  empty: <NothingYet icon={Users} title="No users yet." />,
  live: { tables: [{ table: 'profiles' }], keys: [['accounts', 'people']] },
}

export function AdminUserList({ onAction }: Props) {
  const list = useAdminListState(shape)
  const { userId } = useAccount()
  const query = useAdminUsers(list)
  return (
    <AdminList
      shape={shape}
      list={list}
      query={query}
      file={adminUsersCsv('users', csvColumns, list)}
      columns={columnsFor(userId, onAction)}
    />
  )
}

const csvColumns = [
  ['Username', (row) => row.username],
  ['Full name', (row) => row.full_name],
  ['Email', (row) => row.email],
  ['Role', (row) => row.role],
  ['Company', (row) => row.company_name],
  ['Created', (row) => row.created_at],
  ['Last Active', (row) => row.last_active_at],
  ['Suspended until', (row) => row.banned_until],
] satisfies CsvColumn[]

export type UserAction =
  | 'admit'
  | 'resetPassword'
  | 'endSessions'
  | 'changeRole'
  | 'ban'
  | 'liftBan'

export type StartAction = (action: UserAction, user: AdminUser) => void

function columnsFor(myId: string, start: StartAction): Column<AdminUser>[] {
  return [
    { head: 'Username', cell: (user) => <Username user={user} />, sort: 'username' },
    { head: 'Email', cell: ({ email }) => <bdi>{email || '–'}</bdi>, sort: 'email' },
    {
      head: 'Role',
      cell: ({ role }) => (role ? roleNames[role] : '–'),
      sort: 'role',
      isShort: true,
    },
    { head: 'Company', cell: ({ company }) => <bdi>{company || '–'}</bdi>, sort: 'company_name' },
    {
      head: 'Created',
      cell: ({ createdAt }) => formatDay(createdAt),
      sort: 'created_at',
      isShort: true,
    },
    {
      head: 'Last Active',
      cell: ({ lastActiveAt }) => (lastActiveAt ? formatDay(lastActiveAt) : '–'),
      sort: 'last_active_at',
      isShort: true,
    },
    {
      head: 'Actions',
      isAction: true,
      cell: (user) => (
        <MoreMenu label={`Actions for ${user.name}`} entries={menuEntriesFor(user, myId, start)} />
      ),
    },
  ]
}

function Username({ user: { id, username, fullName, bannedUntil } }: { user: AdminUser }) {
  return (
    <span className={styles.user}>
      <Link to={adminUserPath(id)}>
        <bdi>{username || fullName || 'N/A'}</bdi>
      </Link>
      {username && fullName ? <bdi className={styles.name}>{fullName}</bdi> : null}
      <BanChip until={bannedUntil} />
    </span>
  )
}

/** Returns the actions on a user who has a role. */
export function menuEntriesFor(user: AdminUser, myId: string, start: StartAction) {
  const entry = (action: UserAction) => () => start(action, user)
  const always = [{ label: 'End sessions', icon: LogOut, onSelect: entry('endSessions') }]
  // Admins cannot change their own role or ban themselves.
  if (user.id === myId) return always
  return [
    ...always,
    { label: 'Change role', icon: UserCog, onSelect: entry('changeRole') },
    banMenuEntry(user, start),
  ]
}

export function banMenuEntry(user: AdminUser, start: StartAction) {
  return isBanned(user.bannedUntil)
    ? { label: 'Lift suspension', icon: ShieldCheck, onSelect: () => start('liftBan', user) }
    : {
        label: 'Suspend',
        icon: ShieldBan,
        onSelect: () => start('ban', user),
        isDangerous: true,
      }
}
