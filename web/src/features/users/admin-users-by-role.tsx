import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Role } from '#lib/session/roles.ts'
import { adminUserPath } from '#lib/user-paths.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { AdminList, type AdminListShape, useAdminListState } from '#ui/table/admin-list.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import {
  type AdminUser,
  adminUsersCsv,
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

const sorts: AdminListShape['sorts'] = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'full_name', descending: false, label: 'Name' },
  { by: 'email', descending: false, label: 'Email' },
  { by: 'company_name', descending: false, label: 'Company' },
]

export function AdminRoleList({ userRole: role, many, icon, renderName = userLink }: Props) {
  const shape: AdminListShape = {
    label: many,
    one: role,
    many,
    loading: 'Loading ...',
    search: { name: 'search', label: 'Search by name, company, email or id...' },
    sorts,
    empty: (
      <NothingYet icon={icon} title={`No ${many} yet.`}>
        {`New ${many} appear here.`}
      </NothingYet>
    ),
    live: { tables: [{ table: 'profiles' }], keys: [['accounts', 'people']] },
  }
  const list = useAdminListState(shape)
  return (
    <AdminList
      shape={shape}
      list={list}
      query={useAdminUsers(list, role)}
      file={adminUsersCsv(many, csvColumns, list, role)}
      columns={columnsFor(renderName)}
    />
  )
}

const csvColumns = [
  ['Name', (row) => row.full_name ?? row.username ?? 'N/A'],
  ['Email', (row) => row.email],
  ['Company', (row) => row.company_name],
] satisfies CsvColumn[]

function userLink({ id, name }: AdminUser) {
  return (
    <Link to={adminUserPath(id)}>
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
