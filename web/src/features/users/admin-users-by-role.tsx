import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useListState } from '#lib/lists/list-state.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import type { Role } from '#lib/session/roles.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import {
  type AdminUser,
  adminUsersCsv,
  adminUsersPageSize,
  type CsvColumn,
  useAdminUsers,
} from './admin-users.queries.ts'

interface Props {
  userRole: Role
  /** The plural of the role, such as "contractors". */
  many: string
  icon: LucideIcon
  /** Renders the name with a link. */
  renderName?: (person: AdminUser) => ReactNode
}

const tables = [{ table: 'profiles' }] as const
const keys = [['accounts', 'people']]

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'full_name', descending: false, label: 'Name' },
  { by: 'email', descending: false, label: 'Email' },
  { by: 'company_name', descending: false, label: 'Company' },
]

/** The admin list of users with one role. */
export function AdminRoleList({ userRole: role, many, icon, renderName = profileLink }: Props) {
  const list = useListState({
    filters: ['search'],
    sorts: sorts.map(({ by }) => by),
    sort: { by: 'created_at', descending: true },
  })
  const query = useAdminUsers(list, role)
  useLive({ tables, keys, minIntervalMs: busyListIntervalMs })
  return (
    <Listing
      label={many}
      query={query}
      list={list}
      size={adminUsersPageSize}
      found={{ one: role, many }}
      search={{ name: 'search', label: 'Search by name, company, email or id...' }}
      sorts={sorts}
      loading="Loading ..."
      failed={`Failed to load ${many}.`}
      nothing={
        <NothingYet icon={icon} title={`No ${many} yet.`}>
          {`New ${many} appear here.`}
        </NothingYet>
      }
      noMatch={`No ${many} found.`}
      file={adminUsersCsv(many, csvColumns, list, role)}
    >
      {({ rows, view }) => (
        <DataTable
          caption={many}
          columns={columnsFor(renderName)}
          rows={rows}
          keyOf={({ id }) => id}
          list={list}
          view={view}
        />
      )}
    </Listing>
  )
}

const csvColumns = [
  ['Name', (row) => row.full_name ?? row.username ?? 'N/A'],
  ['Email', (row) => row.email],
  ['Company', (row) => row.company_name],
] satisfies CsvColumn[]

function profileLink({ id, name }: AdminUser) {
  return (
    <Link to={`/profile?id=${id}`}>
      <bdi>{name}</bdi>
    </Link>
  )
}

function columnsFor(renderName: (person: AdminUser) => ReactNode): Column<AdminUser>[] {
  return [
    { head: 'Name', cell: renderName, sort: 'full_name' },
    { head: 'Email', cell: ({ email }) => <bdi>{email || '–'}</bdi>, sort: 'email' },
    { head: 'Company', cell: ({ company }) => <bdi>{company || '–'}</bdi>, sort: 'company_name' },
  ]
}
