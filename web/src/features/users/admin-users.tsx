import { LogOut, ShieldBan, ShieldCheck, UserCog, Users } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay } from '#lib/format.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import { useAccount } from '#lib/session/account.ts'
import { roleNames, roles } from '#lib/session/roles.ts'
import { MoreMenu } from '#ui/more-menu.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { BanChip, isBanned } from './ban.tsx'
import styles from './users.module.css'
import { type FileColumn, peopleFile, peopleSize, type Person, usePeople } from './users.queries.ts'

interface Props {
  onAct: (act: UserAct, person: Person) => void
}

const tables = [{ table: 'profiles' }] as const
const keys = [['accounts', 'people']]

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'last_active_at', descending: false, label: 'Longest not active' },
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
    label: 'Access',
    options: [
      { value: '', label: 'Banned or not' },
      { value: 'banned', label: 'Banned' },
    ],
  },
]

/** Everybody who has an account. */
export function AdminUserList({ onAct }: Props) {
  const list = useListState({
    filters: ['search', 'role', 'state'],
    known: { role: roles, state: ['banned'] },
    sorts: sorts.map(({ by }) => by),
    sort: { by: 'created_at', descending: true },
  })
  const { userId } = useAccount()
  const query = usePeople(list)
  useLive({ tables, keys, minIntervalMs: busyListIntervalMs })
  return (
    <Listing
      label="Users"
      query={query}
      list={list}
      size={peopleSize}
      found={{ one: 'user' }}
      search={{ name: 'search', label: 'Search by name, email, or role...' }}
      choices={choices}
      sorts={sorts}
      loading="Loading ..."
      failed="Failed to load users."
      nothing={<NothingYet icon={Users} title="No users yet." />}
      noMatch="No users found."
      file={peopleFile('users', fileColumns, list)}
    >
      {({ rows, view }) => (
        <DataTable
          caption="Users"
          columns={userColumns(userId, onAct)}
          rows={rows}
          keyOf={({ id }) => id}
          list={list}
          view={view}
        />
      )}
    </Listing>
  )
}

const fileColumns = [
  ['Username', (row) => row.username],
  ['Full name', (row) => row.full_name],
  ['Email', (row) => row.email],
  ['Role', (row) => row.role],
  ['Company', (row) => row.company_name],
  ['Created', (row) => row.created_at],
  ['Last Active', (row) => row.last_active_at],
  ['Banned until', (row) => row.banned_until],
] satisfies FileColumn[]

/** What can be done to a person; each asks for a reason. */
export type UserAct = 'admit' | 'endSessions' | 'changeRole' | 'ban' | 'liftBan'

export type Act = (act: UserAct, person: Person) => void

function userColumns(myId: string, act: Act): Column<Person>[] {
  return [
    { head: 'Username', cell: (person) => <Username person={person} />, sort: 'username' },
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
      cell: (person) => (
        <MoreMenu label={`Actions for ${person.name}`} entries={entriesFor(person, myId, act)} />
      ),
    },
  ]
}

function Username({ person: { id, username, fullName, bannedUntil } }: { person: Person }) {
  return (
    <span className={styles.user}>
      <Link to={`/profile?id=${id}`}>
        <bdi>{username || fullName || 'N/A'}</bdi>
      </Link>
      {username && fullName ? <bdi className={styles.name}>{fullName}</bdi> : null}
      <BanChip until={bannedUntil} />
    </span>
  )
}

function entriesFor(person: Person, myId: string, act: Act) {
  const entry = (kind: UserAct) => () => act(kind, person)
  const always = [{ label: 'End sessions', icon: LogOut, onSelect: entry('endSessions') }]
  // The rest is for another admin to do.
  if (person.id === myId) return always
  return [
    ...always,
    { label: 'Change role', icon: UserCog, onSelect: entry('changeRole') },
    banEntry(person, act),
  ]
}

/** Keeps them out, or lets them in again. */
export function banEntry(person: Person, act: Act) {
  return isBanned(person.bannedUntil)
    ? { label: 'Lift ban', icon: ShieldCheck, onSelect: () => act('liftBan', person) }
    : {
        label: 'Ban',
        icon: ShieldBan,
        onSelect: () => act('ban', person),
        isDangerous: true,
      }
}
