import { Users } from 'lucide-react'
import { useListState } from '#lib/lists/list-state.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { roleNames, roles } from '../../roles.ts'
import { useAccount } from '../../session/account-context.ts'
import { type FileColumn, peopleFile, peopleSize, type Person, usePeople } from '../people.ts'
import { type UserAct, userColumns } from './user-columns.tsx'

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
export function UserList({ onAct }: Props) {
  const list = useListState({
    filters: ['search', 'role', 'state'],
    known: { role: roles, state: ['banned'] },
    sorts: sorts.map(({ by }) => by),
    sort: { by: 'created_at', descending: true },
  })
  const { userId } = useAccount()
  const query = usePeople(list)
  useLive({ tables, keys, atMostEvery: busyListIntervalMs })
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
